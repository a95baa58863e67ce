// Debian's headless Chromium behind a line protocol: JSON commands on standard input, JSON answers on standard output.
// The library that drives it is taken from the folder that E2E_MODULES names; the browser is $E2E_CHROMIUM.

import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";

const load = createRequire(join(process.env.E2E_MODULES, "package.json"));
const puppeteer = load("puppeteer-core");
const browser = await puppeteer.launch({
  executablePath: process.env.E2E_CHROMIUM,
  // Over a pipe it ends with this process, however that ends.
  pipe: true,
  // A container has no user namespaces to build a sandbox from, and little shared memory.
  args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--no-first-run", "--disable-background-networking"],
  protocolTimeout: 60_000,
});
let page = await opened();

async function opened() {
  const context = await browser.createBrowserContext();
  const fresh = await context.newPage();
  fresh.setDefaultTimeout(30_000);
  await fresh.setViewport({ width: 1100, height: 900 });
  return fresh;
}

// What a person sees after a step.
async function seen(response) {
  return {
    url: page.url(),
    status: response?.status() ?? null,
    title: await page.title(),
    text: await page.evaluate(() => document.body?.innerText ?? ""),
  };
}

async function pressed(act) {
  const [response] = await Promise.all([page.waitForNavigation({ waitUntil: "load" }), act()]);
  return seen(response);
}

async function button(text, within) {
  const handles = await page.$$(`${within ?? "main"} button`);
  for (const handle of handles) {
    const label = await handle.evaluate((node) => `${node.innerText} ${node.getAttribute("aria-label") ?? ""}`);
    if (label.includes(text)) return handle;
  }
  throw new Error(`there is no button "${text}" on ${page.url()}`);
}

const steps = {
  async goto({ url }) {
    return seen(await page.goto(url, { waitUntil: "load" }));
  },
  // Fills in fields by name and presses a button by its text.
  async fill({ fields, button: text, within }) {
    for (const [name, value] of Object.entries(fields ?? {})) {
      const field = await page.waitForSelector(`${within ?? "main"} [name="${name}"]`);
      if (await field.evaluate((node) => node.tagName === "SELECT")) await field.select(value);
      else {
        await field.evaluate((node) => { node.value = ""; });
        await field.type(value);
      }
    }
    const handle = await button(text, within);
    return pressed(() => handle.click());
  },
  // Follows a link by its text.
  async follow({ link }) {
    for (const handle of await page.$$("main a, nav a")) {
      if ((await handle.evaluate((node) => node.innerText)).includes(link)) return pressed(() => handle.click());
    }
    throw new Error(`there is no link "${link}" on ${page.url()}`);
  },
  async untick({ value }) {
    await (await page.waitForSelector(`main input[type=checkbox][value="${value}"]`)).click();
    return seen();
  },
  // Presses keys alone; the last one leads to another page.
  async keys({ keys }) {
    for (const key of keys.slice(0, -1)) {
      if (key.length > 1 && key !== "Space") await page.keyboard.press(key);
      else await page.keyboard.type(key === "Space" ? " " : key);
    }
    return pressed(() => page.keyboard.press(keys.at(-1)));
  },
  // Where the keyboard's focus goes with each press of Tab, by what a screen reader would call it.
  async tabs({ times }) {
    const stops = [];
    for (let i = 0; i < times; i += 1) {
      await page.keyboard.press("Tab");
      stops.push(await page.evaluate(() => {
        const node = document.activeElement;
        const label = node.id ? document.querySelector(`label[for="${node.id}"]`)?.innerText : null;
        return node.getAttribute("aria-label") ?? label ?? node.closest("label")?.innerText ?? node.innerText ?? node.tagName;
      }));
    }
    return { stops };
  },
  async scripts({ on }) {
    await page.setJavaScriptEnabled(on);
    return {};
  },
  async fresh() {
    page = await opened();
    return {};
  },
  async shot({ path, dark }) {
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: dark ? "dark" : "light" }]);
    await page.screenshot({ path, fullPage: true });
    return {};
  },
};

const say = (answer) => process.stdout.write(`${JSON.stringify(answer)}\n`);
say({ ready: await browser.version() });
for await (const line of createInterface({ input: process.stdin })) {
  const command = JSON.parse(line);
  say(await steps[command.op](command).catch((error) => ({ failed: `${error.name}: ${error.message}` })));
}
await browser.close();
