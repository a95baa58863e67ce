"""A real OpenID provider issues the application's tokens in our place: signed ones, and ones it has to be asked about."""

import json

from .. import web
from ..belay import request
from ..provider import SECRET, Provider


def run(house):
    if not web.chromium():
        return web.left_out("issuer")
    provider, report = Provider(web.free_port(), "http://127.0.0.1/callback"), house.report
    with web.browser() as page, provider.running():
        belay = house.belay("issuer")
        settings = (f'allowed_emails = "anna@example.org"\n[breadbox]\nissuer = "{provider.url}"\n'
                    f'issuer_introspection_url = "{provider.url}/token/introspection"\n'
                    f'issuer_client_id = "belay"\nissuer_client_secret = "{SECRET}"\n')
        with web.Place(belay, settings) as place:
            challenged(report, place, provider)
            for kind in ("jwt", "opaque"):
                counts(report, page, (place, provider, kind))


def ask(place, token):
    """How a call with a token ends: its status, and the text."""
    return request(f"{place.url}/breadbox/api/v1/accounts", headers={"Authorization": f"Bearer {token}"})[::2]


def challenged(report, place, provider):
    status, headers, _ = request(place.mcp, body=b"{}", headers={"Content-Type": "application/json"})
    report.equal("issuer: without a token it is 401", status, 401)
    metadata = headers["WWW-Authenticate"].split('resource_metadata="')[1].split('"')[0]
    document = json.loads(request(metadata)[2])
    report.equal("issuer: which leads to a document that names the issuer", (document["resource"], document["authorization_servers"]), (place.mcp, [provider.url]))
    mirror = json.loads(request(f"{place.url}/.well-known/oauth-authorization-server")[2])
    report.equal("issuer: whose own document stands here too", mirror["issuer"], provider.url)


def counts(report, page, where):
    place, provider, kind = where
    provider.misbehave(format=kind)
    token = provider.token(page, place.mcp)
    report.equal(f"issuer: a token is {'signed' if kind == 'jwt' else 'opaque'}", token.count("."), 2 if kind == "jwt" else 0)
    report.equal(f"issuer: {kind}: it counts", ask(place, token), (200, '{"data":[]}'))
    other = provider.token(page, "http://127.0.0.1/another/mcp")
    report.equal(f"issuer: {kind}: one for another resource does not", ask(place, other)[0], 401)
    stranger = provider.token(page, place.mcp, "eve@example.org")
    report.equal(f"issuer: {kind}: nor does that of somebody who is not let in", ask(place, stranger)[0], 403)
    if kind == "opaque":
        provider.revoke(token)
        report.equal("issuer: opaque: once revoked there it ends with the next call", ask(place, token)[0], 401)
    report.equal(f"issuer: {kind}: what the issuer never made does not count", ask(place, token[:-4] + "AAAA")[0], 401)
