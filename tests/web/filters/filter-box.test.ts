import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { barriersInThemes } from "../barriers.ts";
import { openBlankPage, openBrowser } from "../browser.ts";
import { refundProject, refundRun } from "../refund-runs.ts";
import { startWeb } from "../web-server.ts";

test("filters are completed by keyboard and mouse, stand as chips, and what cannot be asked is said, in light and in dark", async () => {
  const cwd = refundProject(4);
  await refundRun(cwd, { wrong: ["case_2"] });
  await refundRun(cwd, { wrong: ["case_2", "case_3"] });
  const web = await startWeb(cwd);
  const { page, problems } = await openBlankPage(await openBrowser(), web.link);
  await page.goto(`${web.origin}/runs/latest`);
  const rows = page.getByRole("grid").locator("tbody tr");
  await expect.poll(() => rows.count()).toBe(4);
  const field = page.getByRole("combobox", { name: "Filter cases" });
  await page.keyboard.press("/");
  await page.keyboard.type("stat");
  await page.getByRole("option", { name: /^status:/ }).waitFor();
  expect(await barriersInThemes(page)).toEqual([]);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByRole("option", { name: /^status:failed/ }).click();
  await expect.poll(() => field.inputValue()).toBe("status:failed ");
  await expect.poll(() => rows.count()).toBe(2);
  await page.keyboard.press("Escape");
  expect(await page.getByRole("listbox").count()).toBe(0);
  // against the run before, which failed one of the two as well
  await page.keyboard.type("delta:<-0.1");
  await expect.poll(() => rows.count()).toBe(1);
  // what a run is not asked is told, and filters nothing
  await page.keyboard.type(" model:x");
  await page.getByText("model is not asked of the cases of one run.").waitFor();
  expect(await barriersInThemes(page)).toEqual([]);
  await page.reload();
  await page.getByRole("button", { name: "Without model:x" }).click();
  await page.getByRole("button", { name: "Without delta:<-0.1" }).click();
  await page.getByRole("button", { name: "Without status:failed" }).click();
  await expect.poll(() => rows.count()).toBe(4);
  expect(new URL(page.url()).search).toBe("");
  await page.goto(`${web.origin}/runs/latest~1?filter=delta:<0`);
  await page.getByText(/^delta has no baseline. There is no earlier run/).waitFor();
  await filterLog(page, web.origin);
  await filterSet(page, web.origin);
  await page.goto(`${web.origin}/runs`);
  await page.getByRole("combobox", { name: "Filter runs" }).pressSequentially("status:un");
  await page.getByRole("option", { name: /^status:unfinished/ }).waitFor();
  expect(problems).toEqual([]);
});

async function filterLog(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/runs/latest?tab=log`);
  const rows = page.getByRole("region", { name: "Events" }).locator("tbody tr:has(td.mono)");
  await expect.poll(() => rows.count()).toBeGreaterThan(8);
  await page.keyboard.press("/");
  await page.keyboard.type("status:f");
  await page.getByRole("option", { name: /^status:failed/ }).click();
  await expect.poll(() => rows.count()).toBe(2);
  await page.keyboard.type("case:case_3 ");
  await expect.poll(() => rows.count()).toBe(1);
  await page.getByRole("button", { name: "Without case:case_3" }).waitFor();
}

async function filterSet(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/sets/demo`);
  const rows = page.locator("[data-case]");
  await expect.poll(() => rows.count()).toBe(4);
  await page.keyboard.press("/");
  await page.keyboard.type("tool:ref");
  await page.getByRole("option", { name: /^tool:refund/ }).click();
  await page.keyboard.type("status:failed rate:>1");
  await expect.poll(() => rows.count()).toBe(2);
  await page.getByText("rate is not asked of the cases of a set.").waitFor();
  expect(await barriersInThemes(page)).toEqual([]);
}
