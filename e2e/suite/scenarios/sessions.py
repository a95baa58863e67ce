"""Sessions of the legacy revisions, on and off: on the wire, and with all clients connected at once under one key."""

import contextlib

from .. import statement
from ..belay import request, status_of
from ..client import KINDS, ONLOOKERS, TITLES, connected
from ..message import JSON, OPENING, legacy, modern
from . import connect


def run(house):
    for policy in ("on", "off"):
        belay = house.belay(f"sessions-{policy}")
        (belay.folder / "belay.toml").write_text(f'[breadbox]\nsessions = "{policy}"\n')
        belay.import_file(statement.write(belay.folder / "small.csv", 300), "Checking", *statement.IMPORT)
        key = belay.key("sessions")
        with belay.serve() as server:
            wire(house.report, server, key, policy == "on")
            with contextlib.ExitStack() as stack:
                kinds = [*KINDS, *ONLOOKERS]
                clients = [stack.enter_context(connected(kind, server.http(key))) for kind in kinds]
                for kind, client in zip(kinds, clients):
                    name = f"sessions {policy}, {TITLES[kind]} beside the others"
                    connect.look(house.report, belay.version(), (kind, name), client)


def wire(report, server, key, keeps):
    def post(message, **more):
        body, headers = message
        status, answered, _ = request(server.mcp, key=key, body=body, headers=headers | more)
        return status, answered.get("Mcp-Session-Id")

    def bare(method, **headers):
        return status_of(method, server.mcp, JSON | headers | {"X-API-Key": key})

    listing = legacy("tools/list", {}, id=2)
    status, session = post(legacy("initialize", OPENING, id=1))
    given = (status, session is not None)
    report.equal(f"initialize is answered {'with' if keeps else 'without'} a session", given, (200, keeps))
    report.equal("a legacy request without a session is served", post(listing)[0], 200)
    report.equal("a modern request is given no session", post(modern("tools/list")), (200, None))
    if not session:
        report.equal("there is no session to end: DELETE is 405", bare("DELETE"), 405)
        return
    ours = {"Mcp-Session-Id": session, "MCP-Protocol-Version": "2025-11-25"}
    report.check("a session's name is visible ASCII", all("!" <= letter <= "~" for letter in session), session)
    report.equal("the client says that it is ready", post(legacy("notifications/initialized"), **ours)[0], 202)
    report.equal("a request in the session is served", post(listing, **ours)[0], 200)
    report.equal("a session nobody was given is 404", post(listing, **{"Mcp-Session-Id": "nobody"})[0], 404)
    report.equal("the session's stream opens", bare("GET", **ours | {"Accept": "text/event-stream"}), 200)
    report.check("DELETE ends the session", bare("DELETE", **ours) in (200, 204))
    report.equal("and after that it is 404", post(listing, **ours)[0], 404)
