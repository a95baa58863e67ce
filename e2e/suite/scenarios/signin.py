"""Signing in with a real OpenID provider: who is let in, and what is not believed."""

from .. import web
from ..belay import request
from ..provider import SECRET, Provider


def run(house):
    if not web.chromium():
        return web.left_out("signin")
    port = web.free_port()
    provider = Provider(web.free_port(), f"http://127.0.0.1:{port}/oauth/callback")
    with web.browser() as page, provider.running():
        believed(house, page, (provider, port))
        page.must("fresh")
        by_shared_secret(house, page, (provider, port))


def settings(provider, client):
    return (f'oidc_issuer = "{provider.url}"\noidc_client_id = "{client}"\noidc_client_secret = "{SECRET}"\n'
            f'allowed_emails = "Anna@Example.org, unverified@example.org"\n')


def elsewhere(page, place, provider, address):
    """From the sign-in page to the provider and back."""
    page.must("fresh")
    page.must("goto", url=f"{place.url}/account/tokens")
    page.must("follow", link="Sign in with")
    return provider.login(page, address)


def believed(house, page, where):
    (provider, port), report = where, house.report
    belay = house.belay("signin")
    with web.Place(belay, settings(provider, "belay"), port=port) as place:
        web.set_up(page, place)
        seen = elsewhere(page, place, provider, web.EMAIL)
        report.check("signin: somebody on the list is let in and comes back to where they were", seen["url"].endswith("/account/tokens") and web.EMAIL in seen["text"], seen)
        page.must("goto", url=f"{place.url}/account/tokens")
        made = page.must("fill", fields={"name": "laptop", "access": "full"}, button="Make the token", within='form[action="/account/tokens"]')
        token = next(word for word in made["text"].split() if word.startswith("bb_"))
        report.equal("signin: their token works", request(f"{place.url}/breadbox/api/v1/accounts", key=token)[0], 200)
        remote = belay.run("call", "breadbox", "list_accounts", "--url", place.url, "--token", token)
        report.equal("signin: the command line calls the running server with it", remote, '{"data":[]}\n')
        refused = "/oauth/callback"
        seen = elsewhere(page, place, provider, "eve@example.org")
        report.check("signin: somebody not on the list is not", refused in seen["url"] and seen["status"] == 403 and "may not sign in" in seen["text"], seen)
        seen = elsewhere(page, place, provider, "unverified@example.org")
        report.check("signin: nor is a listed address that was not verified", refused in seen["url"] and seen["status"] == 403, seen)
        provider.misbehave(**{"as": "audience"})
        seen = elsewhere(page, place, provider, web.EMAIL)
        report.check("signin: nor somebody with a token for another", seen["status"] == 403 and "did not hold" in seen["text"], seen)
        used = seen["url"]
        provider.misbehave(**{"as": "nothing"})
        seen = page.must("goto", url=used)
        report.check("signin: a state that was used is not taken again", seen["status"] == 403 and "did not hold" in seen["text"], seen)
        seen = page.must("goto", url=f"{place.url}/account/tokens")
        report.check("signin: and nobody is signed in by any of it", "Sign in" in seen["title"], seen)


def by_shared_secret(house, page, where):
    (provider, port), report = where, house.report
    with web.Place(house.belay("signin-hs256"), settings(provider, "belay-hs256"), port=port) as place:
        web.set_up(page, place)
        seen = elsewhere(page, place, provider, web.EMAIL)
        report.check("signin: a token that a shared secret signs is not believed", seen["status"] == 403 and "did not hold" in seen["text"], seen)
