"""From nothing to a tool result, by the official client and a real browser, over a server that is killed between any two
steps: discovery, registration (by itself, or by document), sign-in, consent, code, call, expiry, refresh, end, again."""

import json
import sqlite3
import sys

from .. import web
from ..belay import environment
from ..talker import Talker


def run(house):
    if not web.chromium():
        return web.left_out("oauth")
    with web.browser() as page:
        by_registration(house, page)
        by_document(house, page)
        by_fastmcp(house, page)


def by_registration(house, page):
    belay, callback = house.belay("oauth"), web.Callback()
    with web.served(callback.answer) as port, web.Place(belay, "oauth = true\n") as place:
        report = house.report
        seen = web.set_up(page, place)
        report.check("oauth: the printed link makes the first account", web.EMAIL in seen["text"] and "Connect" in seen["title"], seen)
        page.must("fresh")
        whole(report, page, place, callback, {"redirect": f"http://127.0.0.1:{port}/callback", "document": None}, "by registration")


def by_document(house, page):
    belay, callback = house.belay("oauth-document"), web.Callback()
    (authority, pem) = web.certificate(belay.folder)
    with web.served(callback.answer) as back:
        document = {}
        show = lambda path: (200, "application/json", json.dumps(document).encode())
        with web.served(show, pem) as port:
            address = f"https://localhost:{port}/client.json"
            redirect = f"http://127.0.0.1:{back}/callback"
            document.update(client_id=address, client_name="Belay e2e document", redirect_uris=["http://127.0.0.1/callback"])
            settings = f'oauth = true\nclient_document_hosts = ["localhost:{port}"]\n'
            env = {"SSL_CERT_FILE": str(authority)}
            with web.Place(belay, settings, env=env) as place:
                page.must("fresh")
                web.set_up(page, place)
                page.must("fresh")
                where = {"redirect": redirect, "document": address}
                client = whole(house.report, page, place, callback, where, "by document")
                house.report.equal("oauth by document: the program is known by its address", client, address)


def whole(report, page, place, callback, where, how) -> str:
    """The whole way, with the server killed after every step. Gives the client's identifier."""
    command = ["node", str(web.CLIENTS / "oauth_client.mjs"), json.dumps({"url": place.mcp} | where)]
    # The document's server is trusted by its own certificate; the client itself only reads its address.
    client, name = Talker(command, environment()), f"oauth {how}"
    again = place.again
    told = client.ask("connect")
    report.check(f"{name}: without a token it finds out where to send the person", told.get("unauthorized") and told["sent_to"].startswith(f"{place.url}/oauth/authorize?"), told)
    again()
    seen = page.must("goto", url=told["sent_to"])
    report.check(f"{name}: the person is asked to sign in", "Sign in" in seen["title"], seen)
    again()
    seen = page.must("fill", fields={"email": web.EMAIL, "password": web.PASSWORD}, button="Sign in", within='form[action="/signin"]')
    report.check(f"{name}: then sees who asks for what", "Belay e2e" in seen["text"] and "Breadbox" in seen["text"] and "127.0.0.1" in seen["text"], seen)
    again()
    seen = page.must("fill", button="Allow")
    report.check(f"{name}: and is sent back to the program", seen["url"].startswith(where["redirect"]) and "code=" in seen["url"], seen)
    again()
    got = client.ask("finish", query=callback.query())
    report.check(f"{name}: the code becomes tokens", bool(got.get("access")) and bool(got.get("refresh")), got)
    again()
    report.equal(f"{name}: with them it connects", client.ask("connect"), {"connected": True})
    again()
    called = client.ask("call", name="list_accounts")
    report.equal(f"{name}: and calls a tool", called, {"text": '{"data":[]}', "is_error": False})
    place.kill()
    expire(place.belay)
    place.start()
    called = client.ask("call", name="list_accounts")
    fresh = client.ask("facts")
    report.check(f"{name}: an expired token is renewed in silence", called == {"text": '{"data":[]}', "is_error": False} and fresh["access"] != got["access"], (called, fresh))
    again()
    page.must("goto", url=f"{place.url}/account/assistants")
    seen = page.must("fill", button="End")
    report.check(f"{name}: the person ends it in the browser", "There are none" in seen["text"], seen)
    again()
    told = client.ask("call", name="list_accounts")
    report.check(f"{name}: the next call sends the person again", told.get("unauthorized") and "/oauth/authorize?" in (told.get("sent_to") or ""), told)
    again()
    told = told if told.get("sent_to") else client.ask("connect")
    web.allow(page, told["sent_to"])
    client.must("finish", query=callback.query())
    again()
    client.ask("connect")
    report.equal(f"{name}: and after that it works again", client.ask("call", name="list_accounts"), {"text": '{"data":[]}', "is_error": False})
    facts = client.ask("facts")
    client.end()
    return facts["client_id"]


def by_fastmcp(house, page):
    """The client of PyPI's `fastmcp`, which waits for the browser by itself: the server is killed while it waits, too."""
    belay, report, name = house.belay("oauth-fastmcp"), house.report, "oauth by fastmcp"
    opened = belay.folder / "opened"
    program = str(web.CLIENTS / "oauth_client.py")
    own = {"E2E_OPENED": str(opened), "BROWSER": f"{sys.executable} {program} --open %s", "HOME": str(belay.folder)}
    with web.Place(belay, "oauth = true\n") as place:
        page.must("fresh")
        web.set_up(page, place)
        page.must("fresh")
        client = Talker([sys.executable, program, json.dumps({"url": place.mcp})], environment() | own)
        connecting = client.begin("connect")
        address = web.appeared(opened)
        place.again()
        page.must("goto", url=address)
        place.again()
        fields = {"email": web.EMAIL, "password": web.PASSWORD}
        page.must("fill", fields=fields, button="Sign in", within='form[action="/signin"]')
        place.again()
        page.must("fill", button="Allow")
        report.equal(f"{name}: it goes from nothing to a connection", connecting(), {"connected": True})
        place.again()
        works = {"text": '{"data":[]}', "is_error": False}
        report.equal(f"{name}: and calls a tool", client.ask("call", name="list_accounts"), works)
        place.kill()
        expire(belay)
        place.start()
        client.must("hour")
        report.equal(f"{name}: an expired token is renewed in silence", client.ask("call", name="list_accounts"), works)
        place.again()
        # The client's stream may come back and ask as soon as it was ended, before the call does.
        opened.unlink()
        page.must("goto", url=f"{place.url}/account/assistants")
        page.must("fill", button="End")
        calling = client.begin("call", name="list_accounts")
        address = web.appeared(opened)
        report.check(f"{name}: once the person ended it, the next call asks again", "/oauth/authorize?" in address, address)
        web.allow(page, address)
        report.equal(f"{name}: and after that it works again", calling(), works)
        client.end()


def expire(belay):
    """Moves the end of every access token into the past, as an hour would."""
    with sqlite3.connect(belay.database.removeprefix("sqlite:")) as database:
        changed = database.execute("update access_issued set expires_at = 1 where kind = 'access'").rowcount
    database.close()
    if not changed:
        raise RuntimeError("there was no access token to expire")
