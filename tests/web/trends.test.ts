import { readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Trend } from "../../src/analysis/trends/trend.ts";
import { assay, echoAgent, evalSet, project } from "../cli/assay.ts";
import { barriersInThemes } from "./barriers.ts";
import { openBlankPage, openBrowser } from "./browser.ts";
import { copiesOf, refundProject, refundRun } from "./refund-runs.ts";
import { startWeb } from "./web-server.ts";

/** One case breaks for good, one throws once, and one is mended. */
const fourRuns = copiesOf(async () => {
  const cwd = refundProject(6);
  await refundRun(cwd, { wrong: ["case_3"] });
  await refundRun(cwd, { broken: ["case_2"] });
  await refundRun(cwd, { wrong: ["case_1"] });
  await refundRun(cwd, { wrong: ["case_1"] });
  return cwd;
});

async function trendByCommand(cwd: string): Promise<Trend> {
  const file = join(cwd, "trend.json");
  await assay(["trends", "--reporter", `json=${file}`], { cwd });
  return JSON.parse(readFileSync(file, "utf8")) as Trend;
}

test("lines, marks and their tables say what the command says", async () => {
  const cwd = await fourRuns();
  const trend = await trendByCommand(cwd);
  const web = await startWeb(cwd);
  const { page, problems, origins } = await openBlankPage(await openBrowser(), web.link);
  expect(await web.json("/api/v1/trends?set=demo")).toMatchObject({ trend });
  await page.goto(`${web.origin}/trends?set=demo`);
  await page.getByText(trend.sentence).waitFor();
  await page.getByRole("img", { name: "Pass rate over 4 runs, now 83%" }).waitFor();
  const marks = page.getByRole("img", { name: /^case_2: / });
  expect(await marks.locator("path.e").count()).toBe(1);
  await page.getByText("Runs as a table").click();
  const rows = page.getByRole("table", { name: "Runs, oldest first" }).getByRole("row");
  expect(await rows.count()).toBe(1 + trend.runs.length);
  expect(await rows.nth(1).innerText()).toMatch(/5 of 6\s+83% \(/);
  await page.getByText("Cases as a table").click();
  const cases = page.getByRole("table", { name: "Cases, latest change first" });
  const first = cases.getByRole("rowheader");
  expect(await first.allInnerTexts()).toEqual(trend.cases.map(({ evalId }) => evalId));
  expect(problems).toEqual([]);
  expect([...origins]).toEqual([web.origin]);
});

test("a mark leads to what the case did in that run, with mouse and with arrow keys", async () => {
  const cwd = await fourRuns();
  const { runs } = await trendByCommand(cwd);
  const web = await startWeb(cwd);
  const { page } = await openBlankPage(await openBrowser(), web.link);
  await page.goto(`${web.origin}/trends`);
  const bars = page.getByRole("img", { name: /^case_1: Broke at/ });
  const box = await bars.boundingBox();
  if (box === null) throw new Error("the marks are not in sight");
  await page.mouse.click(box.x + (box.width * 2.5) / 4, box.y + box.height / 2);
  await page.waitForURL(new RegExp(`/runs/${runs[2]?.runId}/cases/case_1`));
  await page.goBack();
  const link = page.getByRole("link", { name: /^case_2 in run .*: passed/ });
  await link.focus();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await page.getByRole("link", { name: /^case_2 in run .*: errored/ }).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(new RegExp(`/runs/${runs[1]?.runId}/cases/case_2`));
  await page.getByText("The agent failed: The order service is away.").waitFor();
});

test("the runs at which it broke are one click from being compared", async () => {
  const web = await startWeb(await fourRuns());
  const { page } = await openBlankPage(await openBrowser(), web.link);
  await page.goto(`${web.origin}/trends`);
  await page.getByRole("link", { name: /^Compare .+ with / }).click();
  await page.getByRole("button", { name: "Broke 1" }).waitFor();
});

test("how many runs are shown stands in the address, and a set without runs is said in words", async () => {
  const web = await startWeb(await fourRuns());
  const { page } = await openBlankPage(await openBrowser(), web.link);
  await page.goto(`${web.origin}/trends?set=demo`);
  await page.getByRole("button", { name: "Last 20" }).click();
  await page.waitForURL(/limit=20/);
  await page.reload();
  expect(await page.getByRole("button", { name: "Last 20" }).getAttribute("aria-pressed")).toBe(
    "true",
  );
  await page.goto(`${web.origin}/trends?set=no-such-set`);
  await page.getByText('No run here has an eval set "no-such-set".').waitFor();
});

test("the page of a set has its trend beside its cases", async () => {
  const web = await startWeb(await fourRuns());
  const { page } = await openBlankPage(await openBrowser(), web.link);
  await page.goto(`${web.origin}/sets`);
  await page.getByRole("link", { name: /demo/ }).first().click();
  await page.getByRole("link", { name: "Trends" }).click();
  await page.getByRole("img", { name: "Pass rate over 4 runs, now 83%" }).waitFor();
  await page.reload();
  await page.getByRole("img", { name: "Pass rate over 4 runs, now 83%" }).waitFor();
});

test("the page of a set draws the runs of its own file, where another agent has one of the same id", async () => {
  const cwd = project({
    "bot/agent.mjs": echoAgent,
    "bot/smoke.evalset.json": evalSet({ a: { user: "a", answer: "a" } }, "smoke"),
    "other/agent.mjs": echoAgent,
    "other/smoke.evalset.json": evalSet({ a: { user: "a", answer: "z" } }, "smoke"),
  });
  for (const agent of ["bot", "bot", "other", "other"]) await assay(["eval", agent], { cwd });
  const web = await startWeb(cwd);
  const { sets } = (await web.json("/api/v1/sets")) as { sets: { id: string; agent: string }[] };
  const { page } = await openBlankPage(await openBrowser(), web.link);
  for (const { id, agent } of sets) {
    const { trend } = (await web.json(`/api/v1/trends?set=${id}`)) as { trend: Trend };
    expect(trend).toMatchObject({ agent, evalSetId: "smoke", runs: { length: 2 } });
    expect(trend.leftOut.otherAgents).toBe(0);
    await page.goto(`${web.origin}/sets/${id}?tab=trends`);
    const rate = agent === "bot" ? "100%" : "0%";
    await page.getByRole("img", { name: `Pass rate over 2 runs, now ${rate}` }).waitFor();
  }
  const byFile = await assay(["trends", "bot/smoke.evalset.json"], { cwd });
  expect(byFile.stdout).toContain("smoke · bot · 2 runs\n");
  renameSync(join(cwd, "bot/smoke.evalset.json"), join(cwd, "bot/moved.evalset.json"));
  const moved = (await web.json("/api/v1/sets")) as { sets: typeof sets };
  const own = moved.sets.find(({ agent }) => agent === "bot")?.id;
  expect(await web.json(`/api/v1/trends?set=${own}`)).toMatchObject({
    trend: { agent: "bot", runs: { length: 2 } },
  });
});

test("one run is no trend, and that is said", async () => {
  const cwd = refundProject(3);
  await refundRun(cwd);
  const web = await startWeb(cwd);
  const { page } = await openBlankPage(await openBrowser(), web.link);
  await page.goto(`${web.origin}/trends`);
  await page.getByText("Each run of the set adds a column here.").waitFor();
});

test("nobody is kept out of trends, in light and in dark", async () => {
  const web = await startWeb(await fourRuns());
  const { page } = await openBlankPage(await openBrowser(), web.link);
  await page.goto(`${web.origin}/trends`);
  await page.getByText("Runs as a table").click();
  expect(await barriersInThemes(page)).toEqual([]);
});
