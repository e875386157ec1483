"""The tables behind TeX → Unicode: only characters of the Basic Multilingual Plane, letters stay ordinary letters."""

from collections.abc import Mapping
from types import MappingProxyType


def names(line: str) -> list[str]:
    """Macro names from a readable table."""
    return line.split()


def _table(lines: str) -> dict[str, str]:
    return dict(pair.split(":", 1) for pair in lines.split())


# Letters and letter-like signs: what follows them in TeX's source after a space belongs to them without one.
LETTERS = _table("""
alpha:α beta:β gamma:γ delta:δ epsilon:ε varepsilon:ε zeta:ζ eta:η theta:θ vartheta:ϑ iota:ι kappa:κ varkappa:ϰ
lambda:λ mu:μ nu:ν xi:ξ omicron:ο pi:π varpi:ϖ rho:ρ varrho:ϱ sigma:σ varsigma:ς tau:τ upsilon:υ phi:φ varphi:φ
chi:χ psi:ψ omega:ω Gamma:Γ Delta:Δ Theta:Θ Lambda:Λ Xi:Ξ Pi:Π Sigma:Σ Upsilon:Υ Phi:Φ Psi:Ψ Omega:Ω digamma:ϝ
varGamma:Γ varDelta:Δ varTheta:Θ varLambda:Λ varXi:Ξ varPi:Π varSigma:Σ varPhi:Φ varPsi:Ψ varOmega:Ω
ell:ℓ hbar:ℏ hslash:ℏ imath:ı jmath:ȷ Re:ℜ Im:ℑ wp:℘ aleph:ℵ beth:ℶ infty:∞ partial:∂ nabla:∇ emptyset:∅
varnothing:∅ forall:∀ exists:∃ nexists:∄ neg:¬ lnot:¬ top:⊤ bot:⊥ angle:∠ sum:∑ prod:∏ coprod:∐ int:∫ iint:∬
iiint:∭ oint:∮ bigcup:⋃ bigcap:⋂ bigvee:⋁ bigwedge:⋀ bigoplus:⨁ bigotimes:⨂ bigodot:⨀ biguplus:⨄ bigsqcup:⨆ surd:√
prime:′ backprime:‵ square:□ Box:□ blacksquare:■ qed:∎ triangle:△ Diamond:◇ lozenge:◊ checkmark:✓ sharp:♯ flat:♭
natural:♮ clubsuit:♣ diamondsuit:♢ heartsuit:♡ spadesuit:♠ bigstar:★ degree:° pounds:£ euro:€ eth:ð mho:℧
complement:∁ because:∵ therefore:∴ N:ℕ R:ℝ
ldots:… dots:… dotsc:… dotso:… cdots:⋯ dotsb:⋯ dotsm:⋯ vdots:⋮ ddots:⋱
lbrace:{ rbrace:} lbrack:[ rbrack:] langle:⟨ rangle:⟩ lfloor:⌊ rfloor:⌋ lceil:⌈ rceil:⌉ lvert:| rvert:| vert:|
lVert:‖ rVert:‖ Vert:‖ llbracket:⟦ rrbracket:⟧ backslash:∖ colon:: copyright:© registered:® trademark:™
""")

# Operators, relations and arrows: set with a space on both sides or on none.
OPERATORS = _table("""
times:× div:÷ pm:± mp:∓ cdot:· cdotp:· ast:∗ star:⋆ circ:∘ bullet:• oplus:⊕ ominus:⊖ otimes:⊗ oslash:⊘ odot:⊙
dagger:† ddagger:‡ amalg:⨿ setminus:∖ smallsetminus:∖ cap:∩ cup:∪ uplus:⊎ sqcap:⊓ sqcup:⊔ vee:∨ lor:∨ wedge:∧
land:∧ ltimes:⋉ rtimes:⋊ bowtie:⋈ boxplus:⊞ boxtimes:⊠ wr:≀ diamond:⋄
leq:≤ le:≤ leqslant:≤ geq:≥ ge:≥ geqslant:≥ ll:≪ gg:≫ lll:⋘ ggg:⋙ neq:≠ ne:≠ approx:≈ approxeq:≊ sim:∼ simeq:≃
cong:≅ equiv:≡ asymp:≍ doteq:≐ coloneqq:≔ coloneq:≔ eqqcolon:≕ triangleq:≜ propto:∝ varpropto:∝ lesssim:≲
gtrsim:≳ lessgtr:≶ lessapprox:⪅ gtrapprox:⪆ prec:≺ succ:≻ preceq:⪯ succeq:⪰ preccurlyeq:≼ succcurlyeq:≽ in:∈
notin:∉ ni:∋ owns:∋ subset:⊂ supset:⊃ subseteq:⊆ supseteq:⊇ subsetneq:⊊ supsetneq:⊋ nsubseteq:⊈ sqsubset:⊏
sqsubseteq:⊑ sqsupseteq:⊒ perp:⊥ parallel:∥ nparallel:∦ mid:| nmid:∤ vdash:⊢ dashv:⊣ models:⊨ vDash:⊨ Vdash:⊩
nleq:≰ ngeq:≱ lt:< gt:> Join:⋈ smile:⌣ frown:⌢ trianglelefteq:⊴ trianglerighteq:⊵ lhd:⊲ rhd:⊳ nsim:≁ backsim:∽
to:→ rightarrow:→ longrightarrow:⟶ Rightarrow:⇒ Longrightarrow:⟹ implies:⟹ leftarrow:← gets:← longleftarrow:⟵
Leftarrow:⇐ Longleftarrow:⟸ impliedby:⟸ leftrightarrow:↔ longleftrightarrow:⟷ Leftrightarrow:⇔
Longleftrightarrow:⟺ iff:⟺ mapsto:↦ longmapsto:⟼ hookrightarrow:↪ hookleftarrow:↩ uparrow:↑ downarrow:↓ Uparrow:⇑
Downarrow:⇓ updownarrow:↕ nearrow:↗ searrow:↘ swarrow:↙ nwarrow:↖ rightharpoonup:⇀ rightharpoondown:⇁
leftharpoonup:↼ rightleftharpoons:⇌ rightsquigarrow:⇝ leadsto:⇝ twoheadrightarrow:↠ rightarrowtail:↣
circlearrowleft:↺ circlearrowright:↻ dashrightarrow:⇢ upharpoonright:↾ rightrightarrows:⇉ leftrightarrows:⇆
""")

# Set upright with a space between them and what they are applied to; every unknown macro is set like one.
FUNCTIONS = frozenset(
    names(
        "log ln lg exp sin cos tan cot sec csc sinh cosh tanh coth arcsin arccos arctan max min sup inf lim "
        "limsup liminf det dim ker deg gcd hom arg argmax argmin Pr mod bmod"
    )
)

# Letters, accents and signs of running text. An accent composes with the letter it is given.
TEXT_SIGNS = _table("""
ss:ß ae:æ AE:Æ oe:œ OE:Œ aa:å AA:Å o:ø O:Ø l:ł L:Ł i:ı j:ȷ dh:ð DH:Ð th:þ TH:Þ dj:đ DJ:Đ ng:ŋ NG:Ŋ
S:§ P:¶ dag:† ddag:‡ textendash:– textemdash:— textellipsis:… textbullet:• textquoteleft:‘ textquoteright:’
textquotedblleft:“ textquotedblright:” textasciitilde:~ textasciicircum:^ textbackslash:∖ textunderscore:_
textbar:| textless:< textgreater:> textdegree:° texttrademark:™ textregistered:® textcopyright:© textdollar:$
textpercent:% textbraceleft:{ textbraceright:}
textmu:µ texttimes:× textpm:± slash:/ lq:‘ rq:’ quad:\u2003 qquad:\u2003 item:•
""")
TEXT_ACCENTS = {
    "'": "\u0301", "`": "\u0300", "^": "\u0302", '"': "\u0308", "~": "\u0303", "=": "\u0304", ".": "\u0307",
    "c": "\u0327", "v": "\u030c", "u": "\u0306", "H": "\u030b", "k": "\u0328", "r": "\u030a", "d": "\u0323",
    "b": "\u0331",
}  # fmt: skip

MATH_ACCENTS = {
    "hat": "\u0302", "widehat": "\u0302", "tilde": "\u0303", "widetilde": "\u0303", "bar": "\u0304",
    "overline": "\u0305", "vec": "\u20d7", "overrightarrow": "\u20d7", "dot": "\u0307", "ddot": "\u0308",
    "check": "\u030c", "widecheck": "\u030c", "breve": "\u0306", "acute": "\u0301", "grave": "\u0300",
    "mathring": "\u030a",
}  # fmt: skip

# Alphabets have letters of their own only where the Basic Multilingual Plane has them (Letterlike Symbols).
_SCRIPT = dict(zip("BEFHILMR", "ℬℰℱℋℐℒℳℛ", strict=True))
_DOUBLE = dict(zip("CHNPQRZ", "ℂℍℕℙℚℝℤ", strict=True))
_FRAKTUR = dict(zip("CHIRZ", "ℭℌℑℜℨ", strict=True))
_AS_IT_IS = MappingProxyType[str, str]({})
ALPHABETS: dict[str, Mapping[str, str]] = {
    "mathcal": _SCRIPT, "mathscr": _SCRIPT, "cal": _SCRIPT, "mathbb": _DOUBLE, "Bbb": _DOUBLE, "mathds": _DOUBLE,
    "mathfrak": _FRAKTUR, "frak": _FRAKTUR,
    **dict.fromkeys(names(
        "mathbf boldsymbol bm pmb mathit mathnormal mathop mathbin mathrel mathord mathopen"
    ), _AS_IT_IS),
    **dict.fromkeys(names("mathclose mathpunct ensuremath underline underbar underbrace overbrace boxed"), _AS_IT_IS),
    **dict.fromkeys(names("smash cancel mathstrut mathinner vcenter substack"), _AS_IT_IS),
}  # fmt: skip

# Their argument is running text: no minus sign, no primes. `mathrm` and its like are words more often than not.
WORDS = frozenset(
    names(
        "text textrm textnormal textup textmd textit textsl textbf textsf textsc texttt emph mbox hbox fbox "
        "mathrm mathsf mathtt mathsc textnormal intertext"
    )
)

# Macros that only steer the layout; those of the second set have an argument that is not text either.
SILENT = frozenset(
    names(
        "left right middle big Big bigg Bigg bigl bigr bigm Bigl Bigr Bigm biggl biggr biggm Biggl Biggr "
        "Biggm limits nolimits displaystyle textstyle scriptstyle scriptscriptstyle nonumber notag rm bf it "
        "sf tt sc sl em bfseries itshape ttfamily sffamily rmfamily scshape upshape mdseries normalfont "
        "normalsize small large Large footnotesize tiny noindent par newline linebreak protect relax hfill "
        "centering null unboldmath boldmath strut allowbreak nobreak smallskip medskip bigskip maketitle "
        "nobreakspace xspace"
    )
)
SILENT_WITH_ARGUMENT = frozenset(names("hspace vspace hskip phantom hphantom vphantom label color kern begin end"))

_SUPERSCRIPTS = dict(
    zip(
        "0123456789+−=()abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVWβγδφχθ",
        "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂᵝᵞᵟᵠᵡᶿ",
        strict=True,
    )
)
SUPERSCRIPTS = _SUPERSCRIPTS | {"-": "⁻", "⊤": "ᵀ", "∘": "°", **{sign: sign for sign in "*∗⋆†‡′″°"}}
SUBSCRIPTS = dict(
    zip("0123456789+−=()aehijklmnoprstuvxβγρφχ", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ", strict=True)
) | {"-": "₋"}
