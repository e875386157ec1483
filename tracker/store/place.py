"""Whether a library lies where it is safe: a file shared over a network loses what was acknowledged."""

from pathlib import Path

from tracker.errors import LibraryUnavailable

MOUNTS = Path("/proc/self/mountinfo")
NETWORK = {
    *("nfs", "nfs4", "cifs", "smb3", "smbfs", "afs", "ncpfs", "ceph", "lustre", "glusterfs", "beegfs", "gpfs"),
    *("fuse.sshfs", "fuse.glusterfs", "fuse.ceph", "fuse.davfs2", "fuse.rclone", "fuse.s3fs", "davfs"),
}
SYNCED = {
    "dropbox": "Dropbox",
    "onedrive": "OneDrive",
    "google drive": "Google Drive",
    "googledrive": "Google Drive",
    "mobile documents": "iCloud",
    "nextcloud": "Nextcloud",
    "owncloud": "ownCloud",
    "syncthing": "Syncthing",
}


def refuse_network(path: Path) -> None:
    """LibraryUnavailable where the file would lie on a network file system."""
    kind = file_system(path)
    if kind in NETWORK:
        raise LibraryUnavailable(
            f"Library {path} would lie on a network file system ({kind}), where what two people write at once is lost;"
            " keep it on a disk of this computer, or give a team a PostgreSQL address"
        )


def file_system(path: Path, mounts: Path = MOUNTS) -> str | None:
    """The type of the file system that holds a path; None where this system does not tell."""
    try:
        lines = mounts.read_text(errors="replace").splitlines()
    except OSError:
        return None
    within: tuple[int, str | None] = (-1, None)
    for line in lines:
        before, _, after = line.partition(" - ")
        fields = before.split(" ")
        if len(fields) > 4 and after:
            point = _plain(fields[4]).rstrip("/")
            if f"{path}/".startswith(f"{point}/") and len(point) >= within[0]:  # a later mount lies over an earlier one
                within = len(point), after.split(" ")[0]
    return within[1]


def _plain(point: str) -> str:
    """The path of a mount, in which the kernel writes blanks and the like as `\\040`."""
    first, *rest = point.split("\\")
    return first + "".join(chr(int(part[:3], 8)) + part[3:] for part in rest)


def synced(path: Path) -> str | None:
    """The service that copies the folder elsewhere, by the names of the folders."""
    for folder in path.parent.parts:
        name = next((name for name in SYNCED if folder.lower().startswith(name)), None)
        if name:
            return SYNCED[name]
    return "Syncthing" if any((parent / ".stfolder").exists() for parent in path.parents) else None
