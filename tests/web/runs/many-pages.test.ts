import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { assay, evalSet, project } from "../../cli/assay.ts";
import { openBrowser, openPage } from "../browser.ts";
import { startWeb } from "../web-server.ts";

/** More than the connections that a browser has for all tabs of a server. */
const many = Array.from({ length: 9 }, (_, index) => index);

test("pages of runs load one after the other in one tab, however many the browser keeps", async () => {
  const web = await startWeb(await withRun());
  const { page } = await openPage(await openBrowser({ keepsPages: true }), web.link);
  for (const index of many) {
    await page.goto(`${web.origin}/runs/first?filter=word${index}`, { waitUntil: "commit" });
    await seeRun(page);
  }
  await page.goBack({ waitUntil: "commit" });
  await seeRun(page);
  await expect.poll(() => page.url()).toContain("word7");
});

test("tabs of runs behind another one hold up nobody, and follow again once they are looked at", async () => {
  const cwd = await withRun();
  const web = await startWeb(cwd);
  const { page, context } = await openPage(await openBrowser(), web.link);
  for (const _ of many) {
    const tab = await context.newPage();
    await tab.goto(`${web.origin}/runs/first`, { waitUntil: "commit" });
    await seeRun(tab);
    await look(tab, "hidden");
  }
  await page.goto(`${web.origin}/runs/first`);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await look(page, "hidden");
  await look(page, "visible");
  await expect
    .poll(() => asked.filter((path) => path.includes("/events")).length)
    .toBeGreaterThan(0);
  await expect.poll(() => asked.some((path) => /\/runs\/[^/]+$/.test(path))).toBe(true);
});

async function withRun(): Promise<string> {
  const cwd = project({
    "echo/agent.mjs": "export const rootAgent = (text) => text;",
    "echo/echo.evalset.json": evalSet({ says: { user: "Hello", answer: "Hello" } }),
  });
  await assay(["eval", "echo", "--name", "first"], { cwd });
  return cwd;
}

async function seeRun(page: Page): Promise<void> {
  await page
    .getByRole("tab", { name: "Matrix" })
    .or(page.getByRole("link", { name: "Matrix" }))
    .first()
    .waitFor();
}

/** A browser without a window takes every tab for the one in front, so this says which one is. */
async function look(page: Page, state: "hidden" | "visible"): Promise<void> {
  await page.evaluate(`
    Object.defineProperty(document, "visibilityState", { value: "${state}", configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  `);
}
