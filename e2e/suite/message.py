"""Messages as a client of either era sends them: a body and the headers that belong to it."""

import json

JSON = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
CLIENT = {"name": "belay-e2e", "version": "1.0.0"}
OPENING = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": CLIENT}


def legacy(method: str, params: dict | None = None, **more) -> tuple[bytes, dict]:
    """A notification, or a request where an `id` is given."""
    message = {"jsonrpc": "2.0", "method": method} | more | ({} if params is None else {"params": params})
    return json.dumps(message).encode(), JSON


def modern(method: str, **params) -> tuple[bytes, dict]:
    meta = {"protocolVersion": "2026-07-28", "clientInfo": CLIENT, "clientCapabilities": {}}
    params |= {"_meta": {f"io.modelcontextprotocol/{name}": value for name, value in meta.items()}}
    message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    return json.dumps(message).encode(), JSON | {"MCP-Protocol-Version": "2026-07-28", "Mcp-Method": method}
