import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { onTestFinished } from "vitest";

/** Where Debian, Ubuntu and Fedora put it. */
const installed = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** The system's Chromium, or the one that lies in an npm package: a browser is nothing to install by hand. */
export async function openBrowser(): Promise<Browser> {
  const isPacked = process.env.ASSAY_TEST_BROWSER === "package";
  const found = isPacked ? undefined : installed.find((path) => existsSync(path));
  const browser = found === undefined ? await fromPackage() : await launch(found, []);
  onTestFinished(() => browser.close());
  return browser;
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
  const profile = mkdtempSync(join(tmpdir(), "assay-browser-"));
  onTestFinished(() => rmSync(profile, { recursive: true, force: true }));
  const quiet = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-sync",
  ];
  return await chromium.launch({ executablePath, args: [...new Set([...args, ...quiet])] });
}

/** A page that has been let in, with everything that goes wrong in it, and every server that it asks. */
export interface WatchedPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** What it wrote to its console as errors, and what was thrown. */
  readonly problems: readonly string[];
  /** Origins of all requests. */
  readonly origins: ReadonlySet<string>;
}

interface PageOptions {
  readonly theme?: "light" | "dark";
  readonly width?: number;
}

export async function openPage(
  browser: Browser,
  link: string,
  { theme = "light", width = 1440 }: PageOptions = {},
): Promise<WatchedPage> {
  const viewport = { width, height: 900 };
  const context = await browser.newContext({ viewport, colorScheme: theme });
  const page = await context.newPage();
  const problems: string[] = [];
  const origins = new Set<string>();
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (said) => {
    if (said.type() === "error") problems.push(said.text());
  });
  page.on("request", (request) => {
    if (!request.url().startsWith("data:")) origins.add(new URL(request.url()).origin);
  });
  await page.goto(link);
  return { page, context, problems, origins };
}
