import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { assay, evalSet, project } from "../../cli/assay.ts";
import { barriers } from "../barriers.ts";
import { openBlankPage, openBrowser } from "../browser.ts";
import { startWeb } from "../web-server.ts";

const cases = {
  one: { user: "hi", answer: "hi" },
  odd: { user: "hi", answer: "bye" },
  two: { user: "yo", answer: "yo" },
};

function workspace(): string {
  return project({
    "shop/agent.mjs": "export const rootAgent = (text) => text;",
    "shop/test_config.json": { criteria: { response_match_score: 0.8 } },
    "shop/demo.evalset.json": evalSet(cases),
  });
}

function settingsIn(cwd: string): readonly unknown[] {
  const text = readFileSync(join(cwd, "shop/demo.evalset.json"), "utf8");
  return JSON.parse(text).eval_cases.map(({ assay: settings }: { assay?: unknown }) => settings);
}

test("a case is put into quarantine, counted, left out of a run and released, by mouse", async () => {
  const cwd = workspace();
  const web = await startWeb(cwd);
  const { page, problems } = await openBlankPage(await openBrowser(), web.link);
  await page.goto(`${web.origin}/sets/demo`);
  await page.getByLabel("Select odd").click();
  await page.getByRole("button", { name: "Quarantine…" }).click();
  const dialog = page.getByRole("dialog");
  expect(await dialog.getByRole("button", { name: "Quarantine", exact: true }).isEnabled()).toBe(
    false,
  );
  await dialog.getByLabel("Why").fill("flaky since May");
  expect(await barriers(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Quarantine", exact: true }).click();
  await page.getByText("Quarantined odd.").waitFor();
  expect(settingsIn(cwd)).toEqual([undefined, { quarantine: "flaky since May" }, undefined]);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("Undone.").waitFor();
  expect(settingsIn(cwd)).toEqual([undefined, undefined, undefined]);
  await page.getByRole("button", { name: "Quarantine…" }).click();
  await dialog.getByLabel("Why").fill("flaky since May");
  await dialog.getByRole("button", { name: "Quarantine", exact: true }).click();
  await page.getByRole("button", { name: "Quarantined 1" }).click();
  await page.getByTitle("Quarantined: flaky since May").waitFor();
  expect(await page.locator("[data-case]").count()).toBe(1);
  expect(await barriers(page)).toEqual([]);
  await page.getByRole("button", { name: "All 3" }).click();
  await page.getByRole("button", { name: "Clear" }).click();
  await page.getByRole("button", { name: /Run 3 cases/ }).click();
  await page.getByText("2 of 3 cases, 1 quarantined").waitFor();
  await page.getByRole("button", { name: "Start 2 conversations" }).click();
  await page.getByText("1 quarantined, not run: odd (flaky since May)").waitFor();
  await page.locator("strong", { hasText: "All 2 cases passed." }).waitFor();
  await page.goto(`${web.origin}/sets/demo`);
  await page.getByLabel("Select odd").click();
  await page.getByRole("button", { name: "Release" }).click();
  await page.getByText("Released odd.").waitFor();
  expect(settingsIn(cwd)).toEqual([undefined, undefined, undefined]);
  expect(problems).toEqual([]);
});

test("the same by keyboard alone, and on the page of the case and of its result", async () => {
  const cwd = workspace();
  await assay(["eval", "shop"], { cwd });
  const web = await startWeb(cwd);
  const { page } = await openBlankPage(await openBrowser(), web.link);
  await page.goto(`${web.origin}/sets/demo`);
  await page.getByRole("link", { name: /one/ }).waitFor();
  const { keyboard } = page;
  await keyboard.press("j");
  await keyboard.press("x");
  await keyboard.press("j");
  await keyboard.press("x");
  await page.getByText("2 selected").waitFor();
  await page.getByRole("button", { name: "Quarantine…" }).focus();
  await keyboard.press("Enter");
  await page.getByLabel("Why").waitFor();
  await keyboard.type("the API changed");
  await keyboard.press("Enter");
  await page.getByText("Quarantined 2 cases.").waitFor();
  const held = { quarantine: "the API changed" };
  expect(settingsIn(cwd)).toEqual([held, held, undefined]);
  await page.goto(`${web.origin}/sets/demo/cases/one`);
  const reason = page.getByLabel("Why the case is in quarantine");
  expect(await reason.inputValue()).toBe("the API changed");
  await page.getByRole("button", { name: "Release" }).focus();
  await keyboard.press("Enter");
  await keyboard.press("Control+s");
  await page.getByText("Saved one.").waitFor();
  expect(settingsIn(cwd)).toEqual([undefined, held, undefined]);
  await page.goto(`${web.origin}/runs/latest/cases/two?set=demo`);
  await page.getByRole("button", { name: "Quarantine…" }).focus();
  await keyboard.press("Enter");
  await page.getByLabel("Why").waitFor();
  await keyboard.type("slow");
  await keyboard.press("Enter");
  await page.getByText("Quarantined two.").waitFor();
  expect(settingsIn(cwd)).toEqual([undefined, held, { quarantine: "slow" }]);
});
