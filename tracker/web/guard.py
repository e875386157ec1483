"""What every request must pass, and what every answer says to the browser."""

from urllib.parse import urlsplit

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self'; img-src 'self' data:;"
    " connect-src 'self' {sockets}; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)


def origins(host: str, port: int, public_url: str | None) -> set[str]:
    """The addresses by which the pages may be asked for."""
    if public_url:
        parts = urlsplit(public_url)
        return {f"{parts.scheme}://{parts.netloc}"}
    names = {host, *(("localhost", "127.0.0.1", "[::1]") if loopback(host) else ())}
    return {f"http://{name}:{port}" for name in names} | ({f"http://{name}" for name in names} if port == 80 else set())


def loopback(host: str) -> bool:
    """Whether only this computer can reach the address."""
    return host in ("localhost", "::1") or host.startswith("127.")


def guarded(allowed: set[str]) -> Middleware:
    """Refuse other names for this server and other pages' requests, and set the headers of each answer."""
    hosts = {urlsplit(origin).netloc for origin in allowed}
    sockets = " ".join(origin.replace("http", "ws", 1) for origin in sorted(allowed) if "[" not in origin)

    @web.middleware
    async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
        if request.host not in hosts:
            raise web.HTTPMisdirectedRequest(text="This server does not go by that name.")
        if _changes(request) and request.headers.get("Origin") not in allowed:
            raise web.HTTPForbidden(text="Another page may not ask for this.")
        try:
            answer = await handler(request)
        except web.HTTPException as error:
            error.headers.update(_headers(sockets))
            raise
        if not answer.prepared:
            answer.headers.update(_headers(sockets))
        return answer

    return guard


def _changes(request: web.Request) -> bool:
    return request.method not in ("GET", "HEAD") or request.headers.get("Upgrade", "").lower() == "websocket"


def _headers(sockets: str) -> dict[str, str]:
    return HEADERS | {"Content-Security-Policy": POLICY.format(sockets=sockets)}
