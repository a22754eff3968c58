import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, onTestFinished } from "vitest";
import { type BrowserOptions, launchBrowser } from "./launch-browser.ts";

/** No page lives long enough here for code of it to earn back what it costs to optimise. */
const flags = ["--js-flags=--no-opt --no-maglev"];

let shared: Browser | undefined;
afterAll(() => shared?.close());

/**
 * The one of this file, since each costs half a second of a core; all that a test opens in it is closed with the test. With
 * options it is one for this test.
 */
export async function openBrowser(options?: BrowserOptions): Promise<Browser> {
  if (options !== undefined) {
    const own = await launchBrowser({ flags, ...options });
    onTestFinished(() => own.close());
    return own;
  }
  // a test that lost it must not take it from the next one
  if (shared?.isConnected() !== true) shared = await launchBrowser({ flags });
  const browser = shared;
  onTestFinished(async () => {
    for (const context of browser.contexts()) await context.close();
  });
  return browser;
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

/** A page that has been let in and shows where that leads. */
export async function openPage(browser: Browser, link: string): Promise<WatchedPage> {
  const watched = await newPage(browser);
  await watched.page.goto(link);
  return watched;
}

/** The same with nothing in it, for whoever goes elsewhere at once: loading a screen takes half a second of a core. */
export async function openBlankPage(browser: Browser, link: string): Promise<WatchedPage> {
  const watched = await newPage(browser);
  // its cookies are those of the page
  await watched.context.request.get(link);
  return watched;
}

async function newPage(browser: Browser): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
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
  return { page, context, problems, origins };
}
