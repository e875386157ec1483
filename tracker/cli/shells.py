"""The completion scripts of the shells; each asks the program for what fits the word at the cursor."""

BASH = r"""
_tracker() {
    local line="${COMP_LINE:0:COMP_POINT}" current candidate words
    read -ra words <<< "$line"
    [[ "$line" == *[[:space:]] ]] && words+=("")
    current="${words[-1]#[\"\']}"
    words[-1]="$current"
    COMPREPLY=()
    while IFS=$'\t' read -r candidate _; do
        [[ "$current" == *[:=]* ]] && candidate="${candidate#"${current%"${current##*[:=]}"}"}"
        [[ "$candidate" == *: ]] && compopt -o nospace
        COMPREPLY+=("$candidate")
    done < <("${words[0]}" __complete -- "${words[@]:1}" 2>/dev/null)
}
complete -o bashdefault -o default -F _tracker tracker
"""

ZSH = r"""
#compdef tracker
_tracker() {
    local line value
    local -a values shown
    for line in "${(@f)$("${words[1]}" __complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
        [[ -z "$line" ]] && continue
        value="${line%%$'\t'*}"
        values+=("$value")
        shown+=("$value  ${line#*$'\t'}")
    done
    if (( ${#values} )); then
        compadd -Q -l -d shown -a values
    else
        _files
    fi
}
if [[ "${funcstack[1]}" == _tracker ]]; then
    _tracker "$@"
else
    compdef _tracker tracker
fi
"""

FISH = r"""
function __tracker_complete
    set -l words (commandline -opc)
    set -l found ($words[1] __complete -- $words[2..-1] (commandline -ct) 2>/dev/null)
    if test (count $found) -gt 0
        printf '%s\n' $found
    else
        __fish_complete_path (commandline -ct)
    end
end
complete -c tracker -f -a '(__tracker_complete)'
"""

SCRIPTS = {"bash": BASH, "zsh": ZSH, "fish": FISH}
