"""The studio's addresses, and who is let in.

Whoever opens the address that `dynid studio` printed, which holds a token, gets a cookie and goes
on without the token in the address: no page, no history and no list of processes shows it. The
Host that was asked must be this machine (another site's page cannot ask by a name of its own), no
other origin is answered, and the page may ask nobody else (Content-Security-Policy).
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Mapping
from html import escape
from pathlib import Path
from secrets import compare_digest, token_urlsafe
from typing import Any
from urllib.parse import quote

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from dynid.errors import DynidError, FileExists
from dynid.option_names import name_field, speak_as
from dynid.report.html_page import digest, read_asset
from dynid.studio import uploads
from dynid.studio.desk import Desk
from dynid.studio.requests import describe_forms, resolve_inside

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:"
    " blob:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
    "Cross-Origin-Resource-Policy": "same-origin",
}
#: a written page is shown as a stranger's: its script runs, but reaches nothing of the studio's and
#: nobody else, and may not lead elsewhere (a frame goes where the page around it allows)
ALONE = "allow-scripts allow-downloads allow-modals"
STRANGER = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:"
    " blob:; font-src data:; connect-src 'none'; frame-ancestors 'self'; base-uri 'none';"
    f" form-action 'none'; sandbox {ALONE}"
)
AROUND = (
    "default-src 'none'; frame-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none';"
    " base-uri 'none'; form-action 'none'"
)
FRAME = (
    '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport"'
    ' content="width=device-width, initial-scale=1"><title>{name}</title><style>html,body,iframe'
    "{{margin:0;border:0;width:100%;height:100%;display:block}}</style></head><body><iframe"
    f' sandbox="{ALONE}" title="{{name}}" src="{{name}}"></iframe></body></html>\n'
)
#: where the cookie is set. It is no redirection: that would count as the doing of whoever led here,
#: and then the browser sends no strict cookie
LEAD_ON = "location.replace(document.querySelector('a').href + location.hash)"
ENTRY = (
    '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>dynid studio</title>'
    f'</head><body><a href="{{url}}">dynid studio</a><script>{LEAD_ON}</script></body></html>\n'
)
ENTERING = POLICY.replace("script-src 'self'", f"script-src 'sha256-{digest(LEAD_ON)}'")
PAGE = (
    '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport"'
    ' content="width=device-width, initial-scale=1"><title>dynid studio</title><link'
    ' rel="icon" href="data:,"><link rel="stylesheet" href="page.css"></head>'
    '<body class="studio" data-studio="."><main></main>'
    '<script src="page.js"></script></body></html>\n'
)
TICK = 0.3  # s between looks at the jobs
SMALL = 1_000_000  # bytes of JSON that is sent to the studio


class Gate:
    """Lets in who knows the token, and asks for this machine by its own name.

    A program puts the token before the path. A browser that does so gets it as a cookie and goes
    on at another place, where the cookie is asked for. The browser sends a cookie to all ports of
    a machine, so it is one of that place alone, which nobody else answers for.
    """

    def __init__(self, app: ASGIApp, token: str, port: int) -> None:
        self.app, self.token, self.place = app, token, token_urlsafe(9)
        self.hosts = {f"127.0.0.1:{port}", f"localhost:{port}"}
        self.cookie = f"dynid_{port}"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        request = Request(scope)
        first, _, rest = scope["path"].removeprefix("/").partition("/")
        by_path = self._is_token(first)
        if refused := self._explain_refusal(request, by_path, first):
            return await Response(refused + "\n", 403, HEADERS, "text/plain")(scope, receive, send)
        if by_path and (not rest or request.headers.get("sec-fetch-dest") == "document"):
            page = ENTRY.format(url=escape(f"/{self.place}/{quote(rest)}"))
            headers, path = HEADERS | {"Content-Security-Policy": ENTERING}, f"/{self.place}/"
            entry = Response(page, 200, headers, "text/html")
            entry.set_cookie(self.cookie, self.token, path=path, httponly=True, samesite="strict")
            return await entry(scope, receive, send)
        return await self.app({**scope, "path": f"/{rest}"}, receive, send)

    def _is_token(self, text: str) -> bool:
        return compare_digest(text.encode(), self.token.encode())

    def _explain_refusal(self, request: Request, by_path: bool, first: str) -> str:
        """Why a request is not answered; "" where it is."""
        host, origin = request.headers.get("host", ""), request.headers.get("origin")
        own = origin is None or origin in {f"http://{name}" for name in self.hosts}
        if host not in self.hosts or not own:
            return "this address is not the studio's"
        if by_path:
            return ""
        if first != self.place or not self._is_token(request.cookies.get(self.cookie, "")):
            return "the token is wrong: open the address that 'dynid studio' printed"
        # a page of another port of this machine counts as of the same site
        if request.headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
            return "another page cannot ask the studio"
        return ""


def answer(content: Any, status: int = 200) -> Response:
    return JSONResponse(content, status, HEADERS)


def make_json_endpoint(work: Callable[[Request], Any]) -> Callable[[Request], Any]:
    """What a function says as JSON; its refusals as {"error": ...}."""

    async def answer_request(request: Request) -> Response:
        try:
            with speak_as(name_field):
                found = await work(request)
        except DynidError as error:
            exists = isinstance(error, FileExists)
            return answer({"error": str(error), "exists": exists}, 409 if exists else 422)
        except (ValueError, KeyError, TypeError, OSError, RecursionError) as error:
            return answer({"error": f"this cannot be done ({error})."}, 422)
        return found if isinstance(found, Response) else answer(found)

    return answer_request


async def read_content(request: Request) -> Mapping[str, Any]:
    content = json.loads(await uploads.read_at_most(request.stream(), SMALL) or b"{}")
    if not isinstance(content, dict):
        raise ValueError("expected names with values")
    return content


def make_app(desk: Desk, token: str, port: int) -> ASGIApp:
    def make_endpoint(work: Callable[[], Any]) -> Callable[[Request], Any]:
        async def run(request: Request) -> Any:
            return await run_in_threadpool(work)

        return make_json_endpoint(run)

    def answer_content(work: Callable[[Mapping[str, Any]], Any]) -> Callable[[Request], Any]:
        async def run(request: Request) -> Any:
            return await run_in_threadpool(work, await read_content(request))

        return make_json_endpoint(run)

    def answer_name(work: Callable[[str], Any]) -> Callable[[Request], Any]:
        async def run(request: Request) -> Any:
            return await run_in_threadpool(work, request.query_params["name"])

        return make_json_endpoint(run)

    async def take_upload(request: Request) -> Any:
        length = int(request.headers.get("content-length", "0"))
        if length > uploads.LARGEST:
            raise uploads.make_too_large_error(length)
        name = request.query_params["name"]
        replace = desk.changes.replace if request.query_params.get("replace") == "1" else None
        return {"files": await uploads.take(desk.folder, name, request.stream(), replace)}

    def answer_change(work: Callable[[Mapping[str, Any]], Any]) -> Callable[[Request], Any]:
        """What is there after a change, and what it said."""

        def change(asked: Mapping[str, Any]) -> Any:
            with desk.busy:
                said = work(asked)
            return {"state": desk.state(), "said": said}

        return answer_content(change)

    def start(asked: Mapping[str, Any]) -> Any:
        return desk.jobs.start(asked).to_dict()

    async def log(request: Request) -> Any:
        asked = request.query_params
        return await run_in_threadpool(desk.log, asked["name"], dict(asked))

    async def cancel(request: Request) -> Any:
        return (await run_in_threadpool(desk.jobs.cancel, request.path_params["id"])).to_dict()

    async def repeat(request: Request) -> Any:
        job = desk.jobs.get(request.path_params["id"])
        return (await run_in_threadpool(desk.jobs.start, job.asked)).to_dict()

    async def read_result(request: Request) -> Any:
        job = desk.jobs.get(request.path_params["id"])
        return {**job.to_dict(), "result": job.read_result()}

    async def stream_events(request: Request) -> Response:
        async def stream() -> AsyncIterator[str]:
            last = ""
            while not await request.is_disconnected():
                now = json.dumps(await run_in_threadpool(desk.collect_news))
                if now != last:
                    last = now
                    yield f"data: {now}\n\n"
                await asyncio.sleep(TICK)

        return StreamingResponse(stream(), 200, HEADERS, "text/event-stream")

    async def send_file(request: Request) -> Any:
        path = desk.folder / resolve_inside(desk.folder, request.path_params["path"])
        if not path.is_file():
            raise ValueError(f"'{path.name}' is a folder")
        if path.suffix != ".html" or "save" in request.query_params:
            # as a program of no kind: no page can run it
            kind = "application/octet-stream"
            return FileResponse(path, headers=HEADERS, filename=path.name, media_type=kind)
        if request.headers.get("sec-fetch-dest") == "document":
            page, policy = FRAME.format(name=escape(quote(path.name))), AROUND
            return Response(page, 200, HEADERS | {"Content-Security-Policy": policy}, "text/html")
        return FileResponse(path, headers=HEADERS | {"Content-Security-Policy": STRANGER})

    def make_download_route(name: str, kind: str) -> Route:
        async def send(request: Request) -> Response:
            return Response(read_asset(name), 200, HEADERS, kind)

        return Route(f"/{name}", send)

    async def send_index(request: Request) -> Response:
        return Response(PAGE, 200, HEADERS, "text/html")

    routes = [
        Route("/", send_index),
        make_download_route("page.js", "text/javascript"),
        make_download_route("page.css", "text/css"),
        Route("/api/state", make_endpoint(desk.state)),
        Route("/api/options", make_endpoint(describe_forms)),
        Route("/api/robot", make_endpoint(desk.describe_robot)),
        Route("/api/upload", make_json_endpoint(take_upload), methods=["POST"]),
        *(
            Route(f"/api/{name}", answer_change(work), methods=["POST"])
            for name, work in desk.list_changes().items()
        ),
        Route("/api/pose", answer_content(desk.pose), methods=["POST"]),
        Route("/api/region", answer_content(desk.draw_region), methods=["POST"]),
        Route("/api/log", make_json_endpoint(log)),
        Route("/api/motion", answer_name(desk.describe_motion)),
        Route("/api/folder", answer_name(desk.list_folder)),
        Route("/api/compare", answer_name(desk.compare_runs)),
        Route("/api/columns", answer_name(desk.describe_columns)),
        Route("/api/jobs", answer_content(start), methods=["POST"]),
        Route("/api/jobs/{id:int}", make_json_endpoint(read_result)),
        Route("/api/jobs/{id:int}/cancel", make_json_endpoint(cancel), methods=["POST"]),
        Route("/api/jobs/{id:int}/again", make_json_endpoint(repeat), methods=["POST"]),
        Route("/api/events", stream_events),
        Route("/files/{path:path}", make_json_endpoint(send_file)),
    ]
    return Gate(Starlette(routes=routes), token, port)


def make_folder(path: Path) -> Path:
    """The folder of a studio, made if new."""
    if path.exists() and not path.is_dir():
        raise DynidError(f"'{path}' is a file; expected a folder, or the name of a new one.")
    path.mkdir(parents=True, exist_ok=True)
    return path
