"""One MCP client library behind a line protocol: JSON commands on standard input, JSON answers on standard output.

usage: python_client.py mcp|fastmcp|agent|inspector|inspector-modern '{"url": …, "headers": {…}}' | '{"command": …, "args": […]}'
"""

import asyncio
import contextlib
import hashlib
import importlib
import json
import sys

import mcp
import mcp.client.streamable_http as http
from mcp.shared._httpx_utils import create_mcp_http_client


def text_of(content) -> str:
    return "".join(block.text for block in content)


class Driver:
    """What the libraries whose client objects are alike have in common."""

    async def facts(self):
        client = self.client
        capabilities = client.server_capabilities.model_dump(by_alias=True, exclude_none=True)
        info = client.server_info
        return {
            "name": info.name if info else None,
            "version": info.version if info else None,
            "protocol": str(client.protocol_version),
            "instructions": client.instructions,
            "capabilities": sorted(capabilities),
            "tools": sorted(tool.name for tool in await self.tools()),
        }

    def open(self) -> contextlib.AbstractAsyncContextManager:
        return self.client


class Official(Driver):
    """The `mcp` package."""

    def __init__(self, where):
        if "url" in where:
            transport = http.streamable_http_client(
                where["url"], http_client=create_mcp_http_client(headers=where["headers"])
            )
        else:
            transport = mcp.StdioServerParameters(command=where["command"], args=where["args"])
        self.client = mcp.Client(transport)

    async def call(self, name, arguments):
        result = await self.client.call_tool(name, arguments)
        return {"text": text_of(result.content), "is_error": bool(result.is_error)}

    async def tools(self):
        return (await self.client.list_tools()).tools


class Fast(Driver):
    """The `fastmcp` package."""

    def __init__(self, where):
        from fastmcp import Client
        from fastmcp.client.transports import StdioTransport, StreamableHttpTransport

        if "url" in where:
            transport = StreamableHttpTransport(where["url"], headers=where["headers"])
        else:
            transport = StdioTransport(where["command"], where["args"])
        self.client = Client(transport)

    async def call(self, name, arguments):
        result = await self.client.call_tool(name, arguments, raise_on_error=False)
        return {"text": text_of(result.content), "is_error": bool(result.is_error)}

    async def tools(self):
        return await self.client.list_tools()


async def walk(driver, arguments, by):
    """Every page by `next_cursor`, and what the rows were like."""
    ids, previous, ordered, pages, cursor = [], None, True, 0, None
    falls = arguments.get("sort_order", "desc") == "desc"
    while True:
        asked = arguments | ({"cursor": cursor} if cursor else {})
        result = await driver.call("query_transactions", asked)
        if result["is_error"]:
            return {"error": result["text"]}
        page = json.loads(result["text"])
        pages += 1
        for row in page["data"]:
            key = row[by].lower() if by == "name" else row[by]
            if previous is not None and (key > previous if falls else key < previous):
                ordered = False
            previous = key
            ids.append(row["id"])
        cursor = page["next_cursor"]
        if not page["has_more"]:
            break
    digest = hashlib.sha256("\n".join(sorted(ids)).encode()).hexdigest()
    return {"pages": pages, "rows": len(ids), "unique": len(set(ids)), "ordered": ordered, "digest": digest}


def driver_of(kind, where):
    match kind:
        case "mcp":
            return Official(where)
        case "fastmcp":
            return Fast(where)
        case "agent":
            return importlib.import_module("agent").Agent(where)
        case _:
            era = "modern" if kind == "inspector-modern" else "legacy"
            return importlib.import_module("inspector_cli").Inspector(where, era)


async def obey(driver, command):
    match command["op"]:
        case "facts":
            return await driver.facts()
        case "call":
            return await driver.call(command["name"], command["arguments"])
        case "walk":
            return await walk(driver, command["arguments"], command["by"])


def failure(error) -> dict:
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    code = getattr(error, "code", None) or getattr(getattr(error, "error", None), "code", None)
    response = getattr(error, "response", None)
    return {"failed": f"{type(error).__name__}: {error}", "code": code or getattr(response, "status_code", None)}


def say(answer):
    print(json.dumps(answer), flush=True)


async def main(kind, where):
    async with (driver := driver_of(kind, where)).open():
        say({"connected": True})
        while line := await asyncio.to_thread(sys.stdin.readline):
            try:
                say(await obey(driver, json.loads(line)))
            except Exception as error:
                say(failure(error))


try:
    asyncio.run(main(sys.argv[1], json.loads(sys.argv[2])))
except Exception as error:
    say(failure(error))
    sys.exit(1)
