import { renameSync } from "node:fs";
import { expect, test } from "vitest";
import { openBlankPage, openBrowser } from "../browser.ts";
import { refundProject, refundRun } from "../refund-runs.ts";
import { startWeb } from "../web-server.ts";

test("a folder that was moved keeps the history of its sets, and its runs can be mended and run again", async () => {
  const cwd = refundProject(3);
  await refundRun(cwd, { wrong: ["case_2"] });
  const moved = `${cwd}-moved`;
  renameSync(cwd, moved);
  const web = await startWeb(moved);
  const { page, problems } = await openBlankPage(await openBrowser(), web.link);
  await page.goto(`${web.origin}/sets/demo`);
  await page.getByRole("link", { name: /failed case_2/ }).waitFor();
  expect(await page.getByText("never run").count()).toBe(0);
  await page.goto(`${web.origin}/sets/demo/cases/case_2`);
  await page.getByText("0 of 1 pass").first().waitFor();
  await page.goto(`${web.origin}/runs/latest/cases/case_2?set=demo`);
  await page.getByRole("link", { name: /^Edit case/ }).waitFor();
  await page.getByRole("button", { name: /^Accept actual as expected/ }).click();
  const accept = page.getByRole("dialog", { name: "Accept what was done as expected" });
  await accept.getByRole("button", { name: "Accept as expected" }).click();
  await page.getByRole("button", { name: "Undo" }).waitFor();
  await page.getByRole("button", { name: /^Re-run/ }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Re-run/ })
    .click();
  await page.getByText("The one case passed.", { exact: true }).first().waitFor();
  expect(problems).toEqual([]);
});
