"""The command line of `@modelcontextprotocol/inspector`: a process, and a connection, for every request."""

import asyncio
import contextlib
import json
import os
import pathlib
import tempfile

PROGRAMS = pathlib.Path(os.environ["E2E_MODULES"]) / "node_modules" / ".bin"


class Failed(Exception):
    """What the inspector wrote instead of a result."""


class Inspector:
    def __init__(self, where, era):
        flags = ["--cli", "--format", "json", "--protocol-era", era]
        if "url" in where:
            headers = [f"{name}: {value}" for name, value in where["headers"].items()]
            self.flags, self.target = [*flags, "--transport", "http", "--header", *headers], ["--", where["url"]]
        else:
            self.flags, self.target = [*flags, "--transport", "stdio"], ["--", where["command"], *where["args"]]

    @contextlib.asynccontextmanager
    async def open(self):
        # It keeps a catalogue of servers at home, and needs a newer Node than the machine may have.
        with tempfile.TemporaryDirectory() as home:
            self.env = os.environ | {"HOME": home, "PATH": f"{PROGRAMS}:{os.environ['PATH']}"}
            yield

    async def facts(self):
        server = await self._ask("initialize")
        return {
            "name": server["serverInfo"]["name"],
            "version": server["serverInfo"]["version"],
            "protocol": server["protocolVersion"],
            "instructions": server.get("instructions"),
            "capabilities": sorted(server["capabilities"]),
            "tools": sorted(tool["name"] for tool in (await self._ask("tools/list"))["tools"]),
        }

    async def call(self, name, arguments):
        result = await self._ask("tools/call", "--tool-name", name, "--tool-args-json", json.dumps(arguments))
        return {"text": "".join(block["text"] for block in result["content"]), "is_error": bool(result.get("isError"))}

    async def _ask(self, method, *more):
        command = [PROGRAMS / "mcp-inspector", *self.flags, "--method", method, *more, *self.target]
        pipes = {"stdin": asyncio.subprocess.DEVNULL, "stdout": asyncio.subprocess.PIPE, "stderr": asyncio.subprocess.PIPE}
        process = await asyncio.create_subprocess_exec(*command, env=self.env, **pipes)
        output, errors = await process.communicate()
        if not output.strip():
            raise Failed(errors.decode().strip())
        return json.loads(output)["result"]
