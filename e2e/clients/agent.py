"""An agent of the `pydantic-ai` package, with the model it brings for tests: it calls the tool it is told to."""

import json

from fastmcp.client.transports import StdioTransport
from pydantic_ai import Agent as Assistant
from pydantic_ai.mcp import MCPToolset
from pydantic_ai.messages import ToolReturnPart
from pydantic_ai.models.test import TestModel


class Puppet(TestModel):
    """Calls one tool with given arguments; by itself it would invent some after the schema."""

    def __init__(self, tool, arguments):
        super().__init__(call_tools=[tool])
        self.arguments = arguments

    def gen_tool_args(self, tool_def):
        return self.arguments


class Agent:
    def __init__(self, where):
        # A tool's error is for the model to read, not for this program to die of.
        behaviour = {"tool_error_behavior": "failed", "include_instructions": True}
        if "url" in where:
            self.toolset = MCPToolset(where["url"], headers=where["headers"], **behaviour)
        else:
            self.toolset = MCPToolset(StdioTransport(where["command"], where["args"]), **behaviour)

    def open(self):
        return self.toolset

    async def facts(self):
        client = self.toolset.client
        return {
            "name": self.toolset.server_info.name,
            "version": self.toolset.server_info.version,
            "protocol": str(client.protocol_version),
            "instructions": self.toolset.instructions,
            "capabilities": sorted(client.server_capabilities.model_dump(by_alias=True, exclude_none=True)),
            "tools": sorted(tool.name for tool in await self.toolset.list_tools()),
        }

    async def call(self, name, arguments):
        """A whole run: the model asks for the tool, reads what it returned, and answers."""
        run = await Assistant(Puppet(name, arguments), toolsets=[self.toolset]).run("Do as you were told.")
        parts = [part for message in run.all_messages() for part in message.parts]
        [returned] = [part for part in parts if isinstance(part, ToolReturnPart)]
        text = returned.content if isinstance(returned.content, str) else json.dumps(returned.content)
        return {"text": text, "is_error": returned.outcome == "failed"}
