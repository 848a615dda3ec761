"""A small OpenID Connect provider: real keys, discovery, codes, PKCE; and whatever goes wrong."""

import base64
import hashlib
import json
import secrets
import string
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from joserfc import jwt
from joserfc.jwk import ECKey, RSAKey

CLIENT = "pitledger"
SECRET = "the provider's own secret"


def other_tail(text: str) -> str:
    """The same bytes to a careless reader: the last bits of base64 are not used."""
    letters = string.ascii_uppercase + string.ascii_lowercase + string.digits + "-_"
    return text[:-1] + letters[letters.index(text[-1]) ^ 1]


def b64(value: Any) -> str:
    raw = value if isinstance(value, bytes) else json.dumps(value).encode()
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


class Provider:
    """Whoever comes is `person`; tests change what it says."""

    def __init__(self, address: str) -> None:
        self.issuer = f"{address}/realm"
        self.person: dict[str, Any] = {"sub": "dana", "roles": ["dealer"]}
        self.key = RSAKey.generate_key(2048, {"kid": "rsa-1", "use": "sig"})
        self.ec = ECKey.generate_key("P-256", {"kid": "ec-1", "use": "sig"})
        self.published: list[Any] = [self.key, self.ec]
        self.asked: Counter[str] = Counter()
        self.codes: dict[str, dict[str, str]] = {}
        self.more: dict[str, Any] = {}
        """Put into the id token beside, or instead of, what belongs there."""
        self.refusal: str | None = None
        self.down = False
        self.id_token: str | None = None
        self.nonce = ""

    def claims(self, **more: Any) -> dict[str, Any]:
        now = int(time.time())
        own = {"iss": self.issuer, "aud": CLIENT, "iat": now, "exp": now + 300}
        return {**own, **self.person, **more}

    def signed(self, claims: dict[str, Any], key: Any = None, **header: Any) -> str:
        key = key or self.key
        algorithm = "ES256" if isinstance(key, ECKey) else "RS256"
        told = {"alg": algorithm, "kid": key.kid, **header}
        return jwt.encode(told, claims, key, [told["alg"]])

    def jwt(self, **more: Any) -> str:
        return self.signed(self.claims(**more))

    def answer(self, path: str, query: dict[str, str], form: dict[str, str], auth: str) -> Any:
        self.asked[path] += 1
        if path == "/realm/.well-known/openid-configuration":
            return {
                "issuer": self.issuer,
                "authorization_endpoint": f"{self.issuer}/authorize",
                "token_endpoint": f"{self.issuer}/token",
                "jwks_uri": f"{self.issuer}/keys",
            }
        if path == "/realm/keys":
            return {"keys": [one.as_dict(private=False) for one in self.published]}
        if path == "/realm/authorize":
            return self._authorize(query)
        if path == "/realm/token":
            return self._token(form, auth)
        raise KeyError(path)

    def _authorize(self, query: dict[str, str]) -> str:
        """Where to: whoever is here has signed in already."""
        assert query["response_type"] == "code"
        assert query["code_challenge_method"] == "S256"
        assert "openid" in query["scope"].split()
        back = {"state": query["state"], "session_state": "as some providers add"}
        if self.refusal is not None:
            back |= {"error": "access_denied", "error_description": self.refusal}
        else:
            code = secrets.token_urlsafe(16)
            self.codes[code] = query
            back |= {"code": code, "iss": self.issuer}
        return f"{query['redirect_uri']}?{urlencode(back)}"

    def _token(self, form: dict[str, str], auth: str) -> dict[str, Any]:
        expected = base64.b64encode(f"{CLIENT}:{SECRET}".encode()).decode()
        if auth != f"Basic {expected}":
            return {"error": "invalid_client"}
        query = self.codes.pop(form["code"], None)  # good once
        if query is None or query["redirect_uri"] != form["redirect_uri"]:
            return {"error": "invalid_grant", "error_description": "no such code"}
        challenge = b64(hashlib.sha256(form["code_verifier"].encode()).digest())
        if challenge != query["code_challenge"]:
            return {"error": "invalid_grant", "error_description": "PKCE"}
        token = self.id_token or self.jwt(**{"nonce": query["nonce"], **self.more})
        return {"access_token": "unused", "token_type": "Bearer", "id_token": token}


@contextmanager
def providing() -> Iterator[Provider]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            self._answer(parts.path, {k: v[0] for k, v in parse_qs(parts.query).items()}, {})

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"])).decode()
            self._answer(self.path, {}, {k: v[0] for k, v in parse_qs(body).items()})

        def _answer(self, path: str, query: dict[str, str], form: dict[str, str]) -> None:
            if provider.down:
                provider.asked[path] += 1
                self.send_error(503)
                return
            told = provider.answer(path, query, form, self.headers.get("authorization", ""))
            if isinstance(told, str):
                self.send_response(302)
                self.send_header("Location", told)
                self.end_headers()
                return
            self.send_response(400 if "error" in told else 200)
            self.send_header("Content-Type", "application/json")
            self.end_headers()
            self.wfile.write(json.dumps(told).encode())

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    provider = Provider(f"http://127.0.0.1:{server.server_port}")
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield provider
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
