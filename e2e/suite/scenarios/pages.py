"""The pages without scripts and without a mouse."""

import json
import os
import pathlib

from .. import web
from ..belay import request

# Where pictures of the pages go, for whoever wants to look at them.
SHOTS = os.environ.get("E2E_SHOTS")


def run(house):
    if not web.chromium():
        return web.left_out("pages")
    report = house.report
    with web.browser() as page, web.Place(house.belay("pages"), "oauth = true\n") as place:
        page.must("scripts", on=False)
        page.must("goto", url=place.setup)
        shoot(page, "setup")
        seen = page.must("keys", keys=[*web.EMAIL, "Tab", *web.PASSWORD, "Enter"])
        report.check("pages: the first account is made with the keyboard alone", "Connect" in seen["title"], seen)
        page.must("fresh")
        page.must("scripts", on=False)
        page.must("goto", url=f"{place.url}/account/tokens")
        shoot(page, "signin")
        seen = page.must("keys", keys=[*web.EMAIL, "Tab", *web.PASSWORD, "Enter"])
        report.check("pages: so is signing in, and it leads back", seen["url"].endswith("/account/tokens"), seen)
        stops = page.must("tabs", times=14)["stops"]
        words = ["Skip to the content", "Connect an assistant", "Connected assistants", "Tokens and keys", "What was done", "Sign out", "What it is for", "Application", "It may"]
        places = [next((place for place, stop in enumerate(stops) if stop.strip().startswith(word)), None) for word in words]
        report.check("pages: the keyboard reaches everything in the order of the page", None not in places and places == sorted(places), (words, stops))
        seen = page.must("fill", fields={"name": "laptop"}, button="Make the token", within='form[action="/account/tokens"]')
        report.check("pages: a token is made without scripts, and no button that needs them shows", "Copy it now" in seen["text"] and "\nCopy\n" not in seen["text"], seen)
        shoot(page, "tokens")
        for name, path in [("connect", "/connect"), ("assistants", "/account/assistants"), ("audit", "/account/audit"), ("index", "/"), ("api", "/breadbox/api/v1")]:
            seen = page.must("goto", url=place.url + path)
            report.equal(f"pages: {name} is there", seen["status"], 200)
            shoot(page, name)
        consent(report, page, place)


def consent(report, page, place):
    asked = json.dumps({"client_name": "A program", "redirect_uris": ["http://127.0.0.1:1/callback"]}).encode()
    client = json.loads(request(f"{place.url}/oauth/register", body=asked, headers={"Content-Type": "application/json"})[2])["client_id"]
    challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
    query = f"response_type=code&client_id={client}&redirect_uri=http%3A%2F%2F127.0.0.1%3A1%2Fcallback&code_challenge={challenge}&code_challenge_method=S256"
    seen = page.must("goto", url=f"{place.url}/oauth/authorize?{query}")
    report.check("pages: the consent warns of a program on the own machine", "your own computer" in seen["text"], seen)
    stops = page.must("tabs", times=10)["stops"]
    report.check("pages: and the keyboard reaches each scope and both answers", all(any(word in stop for stop in stops) for word in ("See what is in", "Change what is in", "Allow", "Do not allow")), stops)
    shoot(page, "consent")


def shoot(page, name):
    for dark in (False, True):
        if SHOTS:
            pathlib.Path(SHOTS).mkdir(parents=True, exist_ok=True)
            page.must("shot", path=f"{SHOTS}/{name}-{'dark' if dark else 'light'}.png", dark=dark)
