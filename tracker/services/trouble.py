"""What can go wrong between this machine and a service, in words for the person who asked."""

from tracker.errors import TrackerError


class Trouble(TrackerError):
    """A service gave no answer that is of use. `lasting`: asking it again in this run is of no use either."""

    kind = "service"

    def __init__(self, message: str, *, lasting: bool = False) -> None:
        super().__init__(message)
        self.lasting = lasting


class Unreachable(Trouble):
    """Nothing could be reached at a service's address."""

    kind = "network"

    def __init__(self, host: str) -> None:
        super().__init__(f"{host} cannot be reached", lasting=True)


class NoNetwork(TrackerError):
    """No service at all could be reached, or none may be asked."""

    kind = "network"

    def __init__(self, why: str = "none of the services can be reached; try again when you are online") -> None:
        super().__init__(f"No network: {why}")
