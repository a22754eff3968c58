import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { barriersInThemes } from "../barriers.ts";
import { openBlankPage, openBrowser } from "../browser.ts";
import { refundProject, refundRun } from "../refund-runs.ts";
import { startWeb, type WebServer } from "../web-server.ts";

async function openCase() {
  const cwd = refundProject(2);
  await refundRun(cwd, { wrong: ["case_1"] });
  const web = await startWeb(cwd);
  const watched = await openBlankPage(await openBrowser(), web.link);
  await watched.page.goto(`${web.origin}/runs/latest/cases/case_1?set=demo`);
  await watched.page.getByRole("button", { name: "Re-run…" }).waitFor();
  return { ...watched, web };
}

/** The cases of the run on screen, each with how many of its trials have failed so far. */
async function failedIn(page: Page, web: WebServer) {
  await page.waitForURL(/\/runs\/[^/]+$/);
  const run = new URL(page.url()).pathname.split("/").at(-1);
  const { rows } = (await web.json(`/api/v1/runs/${run}/cases`)) as {
    rows: { evalId: string; trials: { status: string }[] }[];
  };
  return rows.map(({ evalId, trials }) => [
    evalId,
    trials.filter(({ status }) => status === "failed").length,
  ]);
}

test("a case and its trace are found without their set, where only one set has the case", async () => {
  const { page, web, problems } = await openCase();
  for (const address of ["case_1", "case_1/trace"]) {
    await page.goto(`${web.origin}/runs/latest/cases/${address}`);
    await page.getByText("case_1").first().waitFor();
    await page.getByRole("button", { name: /^(Re-run|Evaluate this)/ }).waitFor();
  }
  expect(problems).toEqual([]);
});

const patient = { timeout: 30_000 };

test("r asks how many trials before anything runs, and Enter runs them", async () => {
  const { page, web, problems } = await openCase();
  await page.keyboard.press("r");
  const dialog = page.getByRole("dialog", { name: "Re-run case_1" });
  await dialog.getByRole("spinbutton", { name: "Trials" }).and(page.locator(":focus")).waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  const { runs } = (await web.json("/api/v1/runs")) as { runs: unknown[] };
  expect(runs).toHaveLength(1);
  await page.keyboard.press("r");
  await page.keyboard.type("3");
  await dialog.getByRole("button", { name: "Re-run ×3" }).waitFor();
  await page.keyboard.press("Enter");
  await expect.poll(() => failedIn(page, web), patient).toEqual([["case_1", 3]]);
  expect(problems).toEqual([]);
});

test("by mouse, what is no number of trials runs nothing, in light and in dark", async () => {
  const { page, web } = await openCase();
  await page.getByRole("button", { name: "Re-run…" }).click();
  const dialog = page.getByRole("dialog");
  const trials = dialog.getByRole("spinbutton", { name: "Trials" });
  for (const wrong of ["", "0", "1001", "1.5"]) {
    await trials.fill(wrong);
    await dialog.getByText("A whole number from 1 to 1000.").waitFor();
    expect(await dialog.getByRole("button", { name: "Re-run" }).isDisabled()).toBe(true);
  }
  expect(await barriersInThemes(page)).toEqual([]);
  await trials.fill("2");
  await dialog.getByRole("button", { name: "Re-run ×2" }).click();
  await expect.poll(() => failedIn(page, web), patient).toEqual([["case_1", 2]]);
});
