import type { Browser, BrowserContext, Page } from "playwright-core";
import type { Known, Screen } from "./screen.ts";
import type { Served } from "./serve-workspace.ts";

export interface Look {
  readonly theme: "light" | "dark";
  readonly width: number;
}

/** What a browser has when it has been let in: a link is good once. */
export type LetIn = Awaited<ReturnType<BrowserContext["storageState"]>>;

export async function letIn(browser: Browser, { link }: Pick<Served, "link">): Promise<LetIn> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(link);
  const state = await context.storageState();
  await context.close();
  return state;
}

export async function openWindow(
  browser: Browser,
  storageState: LetIn,
  { theme, width }: Look,
): Promise<BrowserContext> {
  return await browser.newContext({
    storageState,
    viewport: { width, height: 900 },
    colorScheme: theme,
    reducedMotion: "reduce",
    locale: "en-GB",
  });
}

export async function takeScreen(
  context: BrowserContext,
  { origin }: Pick<Served, "origin">,
  screen: Screen,
  known: Known,
): Promise<Buffer> {
  const page = await context.newPage();
  try {
    if (screen.height !== undefined) await setHeight(page, screen.height);
    await page.goto(`${origin}${screen.path(known)}`);
    await settle(page);
    await screen.act?.(page);
    await settle(page);
    return await page.screenshot();
  } finally {
    await page.close();
  }
}

async function setHeight(page: Page, height: number): Promise<void> {
  const { width = 1440 } = page.viewportSize() ?? {};
  await page.setViewportSize({ width, height });
}

/** Streams never end, so quiet is asked for and not waited for long; what a screen says is on its way is waited for. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle", { timeout: 2000 }).catch(() => undefined);
  await page
    .locator("main[aria-busy=true], main [aria-busy=true]")
    .first()
    .waitFor({ state: "detached", timeout: 20_000 })
    .catch(() => undefined);
  await page.waitForTimeout(150);
}
