// One MCP client library behind a line protocol: JSON commands on standard input, JSON answers on standard output.
// usage: node_client.mjs client|client-auto|sdk '{"url": …, "headers": {…}}' | '{"command": …, "args": […]}'
// The libraries are taken from the folder that E2E_MODULES names.

import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";

const load = createRequire(join(process.env.E2E_MODULES, "package.json"));
const [kind, where] = [process.argv[2], JSON.parse(process.argv[3])];

function libraries() {
  if (kind === "sdk") {
    return {
      ...load("@modelcontextprotocol/sdk/client/index.js"),
      ...load("@modelcontextprotocol/sdk/client/streamableHttp.js"),
      ...load("@modelcontextprotocol/sdk/client/stdio.js"),
    };
  }
  return { ...load("@modelcontextprotocol/client"), ...load("@modelcontextprotocol/client/stdio") };
}

const { Client, StreamableHTTPClientTransport, StdioClientTransport } = libraries();
const options = kind === "client-auto" ? { versionNegotiation: { mode: "auto" } } : {};
const client = new Client({ name: `belay-e2e-${kind}`, version: "1.0.0" }, options);
const transport = where.url
  ? new StreamableHTTPClientTransport(new URL(where.url), { requestInit: { headers: where.headers } })
  : new StdioClientTransport({ command: where.command, args: where.args, stderr: "ignore" });

async function call(name, args) {
  const result = await client.callTool({ name, arguments: args });
  return { text: result.content.map((block) => block.text).join(""), is_error: result.isError === true };
}

async function facts() {
  const info = client.getServerVersion();
  return {
    name: info?.name ?? null,
    version: info?.version ?? null,
    protocol: client.getNegotiatedProtocolVersion?.() ?? transport.protocolVersion ?? null,
    instructions: client.getInstructions() ?? null,
    capabilities: Object.keys(client.getServerCapabilities()).sort(),
    tools: (await client.listTools()).tools.map((tool) => tool.name).sort(),
  };
}

// Every page by `next_cursor`, and what the rows were like.
async function walk(args, by) {
  const ids = [];
  const falls = (args.sort_order ?? "desc") === "desc";
  let [previous, ordered, pages, cursor] = [null, true, 0, null];
  for (;;) {
    const result = await call("query_transactions", cursor ? { ...args, cursor } : args);
    if (result.is_error) return { error: result.text };
    const page = JSON.parse(result.text);
    pages += 1;
    for (const row of page.data) {
      const key = by === "name" ? row.name.toLowerCase() : row[by];
      if (previous !== null && (falls ? key > previous : key < previous)) ordered = false;
      previous = key;
      ids.push(row.id);
    }
    cursor = page.next_cursor;
    if (!page.has_more) break;
  }
  const digest = createHash("sha256").update([...ids].sort().join("\n")).digest("hex");
  return { pages, rows: ids.length, unique: new Set(ids).size, ordered, digest };
}

async function obey(command) {
  if (command.op === "facts") return facts();
  if (command.op === "call") return call(command.name, command.arguments);
  return walk(command.arguments, command.by);
}

const say = (answer) => process.stdout.write(`${JSON.stringify(answer)}\n`);
const failure = (error) => ({ failed: `${error.name}: ${error.message}`, code: error.code ?? error.status ?? null });

try {
  await client.connect(transport);
  say({ connected: true });
  for await (const line of createInterface({ input: process.stdin })) {
    say(await obey(JSON.parse(line)).catch(failure));
  }
  await client.close();
} catch (error) {
  say(failure(error));
  process.exitCode = 1;
}
