import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** As far as a reader waits for: something said, and nothing reserved any more. */
export async function settle(page: Page): Promise<void> {
  await page.locator("h1, .lead").first().waitFor();
  await page
    .locator("main[aria-busy=true], .wait-block, .skeleton")
    .first()
    .waitFor({ state: "detached" });
}

/** What axe finds that keeps somebody out. Its script comes with the test, and not from the page. */
export async function barriers(page: Page): Promise<readonly string[]> {
  // a page without one keeps people out; a page that is about to have one is looked at too early
  await page.locator("h1").first().waitFor();
  if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(axe);
  return await page.evaluate(async () => {
    const { axe: found } = globalThis as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    const { violations } = await found.run();
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  });
}

/** What it finds in light and in dark. Both are in one style sheet, so nobody needs to load a page again, or to lead it there. */
export async function barriersInThemes(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(coloursChange);
    found.push(...(await barriers(page)).map((each) => `${colorScheme}: ${each}`));
  }
  return found;
}

/** Ends when the last colour has come: axe would measure one in between. */
const coloursChange = `Promise.allSettled(
  document.getAnimations().filter((each) => each instanceof CSSTransition).map((each) => each.finished)
).then(() => {})`;
