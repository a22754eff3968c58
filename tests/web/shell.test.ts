import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { barriers } from "./barriers.ts";
import { openBlankPage, openBrowser, openPage } from "./browser.ts";
import { refundProject, refundRun } from "./refund-runs.ts";
import { startWeb } from "./web-server.ts";

test("the palette goes to agents, sets, runs and cases by a few letters", async () => {
  const cwd = refundProject(4);
  await refundRun(cwd, { wrong: ["case_3"] });
  const web = await startWeb(cwd);
  const { page, problems } = await openPage(await openBrowser(), web.link);
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("option", { name: /Overview/ }).waitFor();
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.type("case_3");
  await page.getByRole("option", { name: /case_3/ }).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/cases\/case_3\?set=demo/);
  await drawPanes(page);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("shop");
  await page.getByRole("option", { name: "shop", exact: true }).click();
  await page.waitForURL(/\/agents\/shop/);
  expect(problems).toEqual([]);
});

/** Makes both panes of a case wider, by keys and by mouse, and finds them so again. */
async function drawPanes(page: Page): Promise<void> {
  const line = (side: string) =>
    page.getByRole("separator", { name: `Width of the ${side} pane`, exact: true });
  const widthOf = async (side: string) => Number(await line(side).getAttribute("aria-valuenow"));
  await line("left").focus();
  for (const key of ["ArrowRight", "ArrowRight", "ArrowLeft"]) await page.keyboard.press(key);
  expect(await widthOf("left")).toBe(240);
  const box = await line("right").boundingBox();
  await page.mouse.move((box?.x ?? 0) + 4, 500);
  await page.mouse.down();
  await page.mouse.move((box?.x ?? 0) - 96, 500, { steps: 4 });
  await page.mouse.up();
  expect(Math.abs((await widthOf("right")) - 436)).toBeLessThan(8);
  const drawn = await widthOf("right");
  await page.reload();
  await line("left").waitFor();
  expect([await widthOf("left"), await widthOf("right")]).toEqual([240, drawn]);
  expect(await page.getByLabel("What happened").boundingBox()).toMatchObject({ x: 64 + 240 });
  expect(await barriers(page)).toEqual([]);
  await line("left").press("Home");
  expect(await widthOf("left")).toBe(224);
}

test("keys are listed, rest while somebody types, and can be turned off for good", async () => {
  const cwd = refundProject(2);
  await refundRun(cwd, {});
  const web = await startWeb(cwd);
  const { page } = await openBlankPage(await openBrowser(), web.link);
  await page.goto(`${web.origin}/runs`);
  await page.getByLabel("Filter runs").fill("");
  await page.getByLabel("Filter runs").pressSequentially("g a?");
  expect(new URL(page.url()).pathname).toBe("/runs");
  expect(await page.getByRole("dialog").count()).toBe(0);
  await page.getByLabel("Filter runs").fill("");
  await page.getByText("One run.").waitFor();
  await page.getByRole("heading", { name: "Runs" }).click();
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keys" });
  await sheet.getByText("Next run").waitFor();
  expect(await barriers(page)).toEqual([]);
  await sheet.getByRole("checkbox").uncheck();
  await page.keyboard.press("Escape");
  await page.reload();
  await page.getByRole("heading", { name: "Runs" }).waitFor();
  await page.keyboard.press("?");
  await page.keyboard.press("g");
  await page.keyboard.press("a");
  expect(new URL(page.url()).pathname).toBe("/runs");
  // what has a modifier is no single key
  await page.getByRole("link", { name: "Judges" }).focus();
  await page.keyboard.press("Control+c");
  await page.getByText("Link copied.").waitFor();
  await page.context().grantPermissions(["clipboard-read"]);
  const copied = await page.evaluate("navigator.clipboard.readText()");
  expect(copied).toBe(`${web.origin}/judges`);
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Go to or run" }).waitFor();
});

test("j and k go over rows, and Enter opens the one that has the focus", async () => {
  const cwd = refundProject(2);
  await refundRun(cwd, {});
  await refundRun(cwd, { wrong: ["case_1"] });
  const web = await startWeb(cwd);
  const { page } = await openBlankPage(await openBrowser(), web.link);
  await page.goto(`${web.origin}/runs`);
  await page.getByText("2 runs, the newest first.").waitFor();
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  const focused = () => page.evaluate("document.activeElement.getAttribute('href')");
  const second = await focused();
  await page.keyboard.press("k");
  expect(await focused()).not.toBe(second);
  await page.keyboard.press("j");
  await page.keyboard.press("p");
  expect(await focused()).not.toBe(second);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/runs\/20/);
});
