"""A real OpenID provider beside the server under test."""

import base64
import contextlib
import hashlib
import json
import os
import pathlib
import secrets
import urllib.parse

from . import web
from .belay import environment, request
from .talker import Talker

SECRET = "a secret that is long enough for a signature"


class Provider:
    def __init__(self, port: int, callback: str):
        self.port, self.url = port, f"http://127.0.0.1:{port}"
        self.callback = web.Callback()
        self.back = None
        self.our_callback = callback

    @contextlib.contextmanager
    def running(self):
        with web.served(self.callback.answer) as back:
            self.back = f"http://127.0.0.1:{back}/callback"
            # It wants a newer Node than the other clients: the one that the suite runs under.
            node = pathlib.Path(os.environ["E2E_MODULES"]) / "node_modules" / ".bin" / "node"
            where = {"port": self.port, "callback": self.our_callback, "assistant": self.back}
            talker = Talker([str(node), str(web.CLIENTS / "oidc_provider.mjs"), json.dumps(where)], environment())
            try:
                yield self
            finally:
                talker.end()

    def misbehave(self, **how):
        request(f"{self.url}/misbehave?{urllib.parse.urlencode(how)}")

    def login(self, page: Talker, address: str) -> dict:
        """Signs in on the provider's own page and goes on to wherever it leads."""
        seen = page.must("fill", fields={"login": address, "password": "any"}, button="Sign-in", within="body")
        if "Continue" in seen["text"]:
            seen = page.must("fill", button="Continue", within="body")
        return seen

    def token(self, page: Talker, resource: str, address: str = web.EMAIL) -> str:
        """An access token for a resource, as an assistant gets it for a person."""
        verifier = secrets.token_urlsafe(48)
        challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).decode().rstrip("=")
        asked = {
            "response_type": "code", "client_id": "assistant", "redirect_uri": self.back, "resource": resource,
            "scope": "openid breadbox:read breadbox:write", "code_challenge": challenge, "code_challenge_method": "S256",
        }
        page.must("fresh")
        page.must("goto", url=f"{self.url}/auth?{urllib.parse.urlencode(asked)}")
        self.login(page, address)
        code = urllib.parse.parse_qs(self.callback.query())["code"][0]
        form = {"grant_type": "authorization_code", "client_id": "assistant", "code": code, "redirect_uri": self.back,
                "code_verifier": verifier, "resource": resource}
        return json.loads(request(f"{self.url}/token", body=urllib.parse.urlencode(form).encode())[2])["access_token"]

    def revoke(self, token: str):
        form = {"token": token, "client_id": "assistant"}
        request(f"{self.url}/token/revocation", body=urllib.parse.urlencode(form).encode())
