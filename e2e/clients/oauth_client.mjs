// The official client with its `authProvider`, behind a line protocol, so that a test can come between any two of its steps.
// usage: oauth_client.mjs '{"url": …, "redirect": …, "document": … or null}'

import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";

const load = createRequire(join(process.env.E2E_MODULES, "package.json"));
const { Client, StreamableHTTPClientTransport, UnauthorizedError } = load("@modelcontextprotocol/client");
const { url, redirect, document, scope } = JSON.parse(process.argv[2]);

const kept = { information: undefined, tokens: undefined, verifier: undefined, sentTo: undefined };
const provider = {
  redirectUrl: redirect,
  clientMetadataUrl: document ?? undefined,
  clientMetadata: { client_name: "Belay e2e", redirect_uris: [redirect], grant_types: ["authorization_code", "refresh_token"], response_types: ["code"], token_endpoint_auth_method: "none", scope },
  state: () => "the-state",
  clientInformation: () => kept.information,
  saveClientInformation: (information) => { kept.information = information; },
  tokens: () => kept.tokens,
  saveTokens: (tokens) => { kept.tokens = tokens; },
  redirectToAuthorization: (to) => { kept.sentTo = String(to); },
  saveCodeVerifier: (verifier) => { kept.verifier = verifier; },
  codeVerifier: () => kept.verifier,
  saveDiscoveryState: (discovery) => { kept.discovery = discovery; },
  discoveryState: () => kept.discovery,
  invalidateCredentials: (what) => {
    if (what === "all" || what === "client") kept.information = undefined;
    if (what === "all" || what === "discovery") kept.discovery = undefined;
    if (what === "all" || what === "tokens") kept.tokens = undefined;
  },
};

let [client, transport] = [null, null];

async function connected() {
  await client?.close().catch(() => {});
  client = new Client({ name: "belay-e2e-oauth", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } });
  transport = new StreamableHTTPClientTransport(new URL(url), { authProvider: provider });
  await client.connect(transport);
  return { connected: true };
}

const facts = () => ({
  client_id: kept.information?.client_id ?? null,
  refresh: kept.tokens?.refresh_token ?? null,
  access: kept.tokens?.access_token ?? null,
  scope: kept.tokens?.scope ?? null,
});

const steps = {
  connect: connected,
  async finish({ query }) {
    await transport.finishAuth(new URLSearchParams(query));
    return facts();
  },
  async call({ name, arguments: given }) {
    const result = await client.callTool({ name, arguments: given ?? {} });
    return { text: result.content.map((block) => block.text).join(""), is_error: result.isError === true };
  },
  async facts() {
    return facts();
  },
};

const say = (answer) => process.stdout.write(`${JSON.stringify(answer)}\n`);
say({ ready: true });
for await (const line of createInterface({ input: process.stdin })) {
  const command = JSON.parse(line);
  kept.sentTo = undefined;
  say(await steps[command.op](command).catch((error) => ({
    failed: `${error.name}: ${error.message}`,
    unauthorized: error instanceof UnauthorizedError,
    sent_to: kept.sentTo ?? null,
  })));
}
