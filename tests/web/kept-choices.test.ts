import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { project } from "../cli/assay.ts";
import { barriers } from "./barriers.ts";
import { openBlankPage, openBrowser, openPage } from "./browser.ts";
import { refundProject, refundRun } from "./refund-runs.ts";
import { startWeb } from "./web-server.ts";

test("a preset is kept in a file of the folder, and is there after a reload", async () => {
  const cwd = refundProject(3);
  await refundRun(cwd);
  const web = await startWeb(cwd);
  const { page } = await openPage(await openBrowser(), web.link);
  await page.getByRole("button", { name: "New run" }).click();
  const dialog = page.getByRole("dialog", { name: "Run refunds" });
  await dialog.getByRole("group", { name: "Repeats of each case" }).getByText("3").click();
  await dialog.getByRole("button", { name: "Save preset" }).click();
  await dialog.getByLabel("Name of the preset").fill("Before release");
  await page.keyboard.press("Enter");
  await page.getByText("“Before release” is kept in assay.web.json.").waitFor();
  const kept = JSON.parse(readFileSync(join(cwd, "assay.web.json"), "utf8"));
  expect(kept.presets["Before release"]).toMatchObject({ trials: 3, concurrency: 8 });
  expect(await barriers(page)).toEqual([]);
  await page.reload();
  await page.getByRole("button", { name: "New run" }).click();
  await dialog.getByRole("button", { name: "Start 3 conversations" }).waitFor();
  await dialog.getByLabel("Preset").selectOption("Before release");
  await dialog.getByRole("button", { name: "Start 9 conversations" }).waitFor();
  await dialog.getByRole("button", { name: "Remove preset" }).click();
  await page.getByText("“Before release” was removed").waitFor();
  expect(JSON.parse(readFileSync(join(cwd, "assay.web.json"), "utf8")).presets).toEqual({});
});

test("a filter of runs, and a way to look at cases, is kept as a view", async () => {
  const cwd = refundProject(3);
  await refundRun(cwd, { wrong: ["case_1"] });
  const web = await startWeb(cwd);
  const { page } = await openBlankPage(await openBrowser(), web.link);
  await page.goto(`${web.origin}/runs?filter=status:failed`);
  await page.getByRole("button", { name: "Save view" }).click();
  await page.getByLabel("Name of the view").fill("Failing");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Remove view" }).waitFor();
  await page.goto(`${web.origin}/runs`);
  await page.getByLabel("View", { exact: true }).selectOption("Failing");
  await page.waitForURL(/filter=status/);
  await page.goto(`${web.origin}/runs/latest?status=failed&sort=cost`);
  await page.getByRole("button", { name: "Save view" }).click();
  await page.getByLabel("Name of the view").fill("Dear failures");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Remove view" }).waitFor();
  await page.goto(`${web.origin}/runs/latest?case=case_1`);
  await page.getByLabel("View", { exact: true }).selectOption("Dear failures");
  await page.waitForURL(/sort=cost/);
  expect(page.url()).toContain("status=failed");
  expect(await barriers(page)).toEqual([]);
});

test("what is no preset, and a file that is no such file, is refused and not written", async () => {
  const cwd = refundProject(1);
  const web = await startWeb(cwd);
  const value = { trials: 1, concurrency: 1, gates: "", baseline: "", metrics: {} };
  const refused = [
    { kind: "preset", name: "", value },
    { kind: "preset", name: "__proto__", value },
    { kind: "preset", name: "x", value: { ...value, agent: "../x" } },
    { kind: "view", list: "../runs", name: "x", value: {} },
    { kind: "view", list: "runs", name: "x", value: { filter: { deep: 1 } } },
  ];
  for (const body of refused) expect((await web.post("/api/v1/choices", body)).status).toBe(400);
  writeFileSync(join(cwd, "assay.web.json"), '{"presets": {"x": 1}}');
  const broken = await web.post("/api/v1/choices", { kind: "preset", name: "y", value });
  expect(broken.status).toBe(400);
  expect(await broken.text()).toContain("assay.web.json cannot be read");
  expect(readFileSync(join(cwd, "assay.web.json"), "utf8")).toBe('{"presets": {"x": 1}}');
  const outside = project({ "victim.json": {} });
  const other = refundProject(1);
  symlinkSync(join(outside, "victim.json"), join(other, "assay.web.json"));
  const second = await startWeb(other);
  const led = await second.post("/api/v1/choices", { kind: "preset", name: "y", value });
  expect(led.status).toBe(404);
  expect(readFileSync(join(outside, "victim.json"), "utf8")).toBe("{}");
});
