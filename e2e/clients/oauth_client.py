"""The fastmcp client with auth="oauth", behind a line protocol.

usage: oauth_client.py '{"url": …, "opened": FILE}'

It opens the browser by the standard library, which runs what the variable BROWSER names: this program itself, which then
writes the address into FILE for the test to go to.
"""

import asyncio
import json
import os
import pathlib
import sys


def open_in_place_of_a_browser(url: str):
    place = pathlib.Path(os.environ["E2E_OPENED"])
    place.with_suffix(".part").write_text(url)
    place.with_suffix(".part").rename(place)


async def obey(client, command: dict) -> dict:
    if command["op"] == "connect":
        await client.__aenter__()
        return {"connected": True}
    if command["op"] == "close":
        await client.__aexit__(None, None, None)
        return {"closed": True}
    if command["op"] == "hour":
        # An hour passes for the client, which renews before it asks.
        client.transport.auth.context.token_expiry_time = 1
        return {"passed": True}
    result = await client.call_tool(command["name"], command.get("arguments") or {}, raise_on_error=False)
    return {"text": "".join(block.text for block in result.content), "is_error": bool(result.is_error)}


async def main():
    from fastmcp import Client

    where = json.loads(sys.argv[1])
    client = Client(where["url"], auth="oauth")
    print(json.dumps({"ready": True}), flush=True)
    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        try:
            answer = await obey(client, json.loads(line))
        except BaseException as error:
            answer = {"failed": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), flush=True)


if len(sys.argv) == 3 and sys.argv[1] == "--open":
    open_in_place_of_a_browser(sys.argv[2])
else:
    asyncio.run(main())
