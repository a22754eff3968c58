import type { Browser, BrowserContext, Page } from "playwright-core";
import { onTestFinished } from "vitest";
import { type BrowserOptions, launchBrowser } from "./launch-browser.ts";

/** One for this test, closed with it. */
export async function openBrowser(options: BrowserOptions = {}): Promise<Browser> {
  const browser = await launchBrowser(options);
  onTestFinished(() => browser.close());
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
