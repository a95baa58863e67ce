// A real OpenID provider, `oidc-provider`: people sign in with it, and it issues an application's tokens in our place.
// usage: oidc_provider.mjs '{"port": …, "callback": …, "assistant": …}'
// A login is an address; one that begins with "unverified" has not been verified. `GET /misbehave?as=NAME` makes it lie.

import { createRequire } from "node:module";
import { join } from "node:path";

const load = createRequire(join(process.env.E2E_MODULES, "package.json"));
const { Provider } = load("oidc-provider");
const jose = createRequire(load.resolve("oidc-provider"))("jose");
const { port, callback, assistant } = JSON.parse(process.argv[2]);
const issuer = `http://127.0.0.1:${port}`;
const pair = await jose.generateKeyPair("RS256", { extractable: true });
const key = { ...(await jose.exportJWK(pair.privateKey)), kid: "one", alg: "RS256", use: "sig" };

const facts = (login) => ({ sub: login, email: login, email_verified: !login.startsWith("unverified"), name: "Anna" });
const client = (id, more) => ({
  client_id: id,
  client_secret: "a secret that is long enough for a signature",
  redirect_uris: [callback],
  token_endpoint_auth_method: "client_secret_basic",
  ...more,
});

const provider = new Provider(issuer, {
  clients: [
    client("belay"),
    client("belay-hs256", { id_token_signed_response_alg: "HS256" }),
    client("assistant", { redirect_uris: [assistant], token_endpoint_auth_method: "none", client_secret: undefined }),
  ],
  jwks: { keys: [key] },
  cookies: { keys: ["not a secret"] },
  claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
  conformIdTokenClaims: false,
  enabledJWA: { idTokenSigningAlgValues: ["RS256", "HS256"] },
  scopes: ["openid", "email", "profile", "breadbox:read", "breadbox:write"],
  findAccount: (_, login) => ({ accountId: login, claims: () => facts(login) }),
  extraTokenClaims: (_, token) => (token.accountId ? { email: token.accountId, email_verified: true } : undefined),
  features: {
    introspection: { enabled: true },
    revocation: { enabled: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => undefined,
      useGrantedResource: () => true,
      getResourceServerInfo: (_, resource) => ({
        scope: "breadbox:read breadbox:write",
        audience: resource,
        accessTokenFormat: resource.includes("opaque") ? "opaque" : format,
        jwt: { sign: { alg: "RS256" } },
      }),
    },
  },
});

let [lie, format] = ["nothing", "jwt"];
provider.use(async (ctx, next) => {
  if (ctx.path === "/misbehave") {
    lie = ctx.query.as ?? lie;
    format = ctx.query.format ?? format;
    ctx.body = "so be it";
    return;
  }
  await next();
  if (ctx.path === "/token" && ctx.body?.id_token && lie === "audience") {
    const claims = { ...jose.decodeJwt(ctx.body.id_token), aud: "somebody-else" };
    ctx.body.id_token = await new jose.SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: "one" }).sign(pair.privateKey);
  }
});
provider.listen(port, "127.0.0.1", () => process.stdout.write(`${JSON.stringify({ ready: issuer })}\n`));
