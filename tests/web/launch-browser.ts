import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

/** Where Debian, Ubuntu and Fedora put it. */
const installed = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** The system's Chromium, or the one that lies in an npm package: a browser is nothing to install by hand. */
export async function launchBrowser(): Promise<Browser> {
  const isPacked = process.env.ASSAY_TEST_BROWSER === "package";
  const found = isPacked ? undefined : installed.find((path) => existsSync(path));
  return found === undefined ? await fromPackage() : await launch(found, []);
}

async function fromPackage(): Promise<Browser> {
  const { TMPDIR } = process.env;
  // it unpacks itself, libraries and fonts, and its list of fonts names this folder and no other
  process.env.TMPDIR = "/tmp";
  // by this it knows that the machine may lack libraries
  process.env.AWS_LAMBDA_JS_RUNTIME ??= "nodejs22.x";
  try {
    const { default: packed } = await import("@sparticuz/chromium");
    return await launch(await packed.executablePath(), packed.args);
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
}

async function launch(executablePath: string, args: readonly string[]): Promise<Browser> {
  const quiet = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-sync",
  ];
  return await chromium.launch({ executablePath, args: [...new Set([...args, ...quiet])] });
}
