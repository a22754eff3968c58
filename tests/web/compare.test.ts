import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { ComparedMetric, Comparison } from "../../src/core/analysis/comparison.ts";
import { figurePlaces } from "../../src/core/text/figure-places.ts";
import { assay } from "../cli/assay.ts";
import { barriersInThemes, settle } from "./barriers.ts";
import { openBlankPage, openBrowser } from "./browser.ts";
import {
  caseNames,
  changeCases,
  copiesOf,
  cutOffRun,
  refundProject,
  refundRun,
} from "./refund-runs.ts";
import { startWeb } from "./web-server.ts";

const before = caseNames(9);

/** A run that gets nine of twelve wrong, and one that gets one of them wrong and breaks in another. */
const twoRuns = copiesOf(async () => {
  const cwd = refundProject();
  await refundRun(cwd, { wrong: before });
  await refundRun(cwd, { wrong: ["case_12"], broken: ["case_11"] });
  return cwd;
});

async function comparedByCommand(cwd: string, args: readonly string[]): Promise<Comparison> {
  const file = join(cwd, "compared.json");
  await assay(["compare", ...args, "--reporter", `json=${file}`], { cwd });
  return JSON.parse(readFileSync(file, "utf8")) as Comparison;
}

/** The cells of a row of figures as a person reads them. */
async function rowOf(page: Page, name: string): Promise<readonly string[]> {
  const cells = page.getByRole("row", { name: new RegExp(`^${name}`) }).locator("th, td");
  return (await cells.allInnerTexts()).map((text) => text.trim());
}

test("the screen says what the command says, to the digit", async () => {
  const cwd = await twoRuns();
  const compared = await comparedByCommand(cwd, ["latest~1", "latest"]);
  const web = await startWeb(cwd);
  const { page, problems, origins } = await openBlankPage(await openBrowser(), web.link);
  const reply = (await web.json("/api/v1/compare?runs=latest~1,latest")) as { compared: unknown };
  expect(reply.compared).toEqual(compared);
  await page.goto(`${web.origin}/compare?runs=latest~1,latest`);
  await page.getByText(compared.sentence.split(": ")[1] ?? "nothing").waitFor();
  const points = (share: number) => `${share > 0 ? "+" : "−"}${Math.abs(100 * share).toFixed(0)}`;
  const { passRate, metrics, cases } = compared;
  const rate = await rowOf(page, "Pass rate");
  expect(rate[1]).toBe(`${Math.round(100 * (passRate.a.mean ?? -1))}%`);
  expect(rate[2]).toBe(`${Math.round(100 * (passRate.b.mean ?? -1))}%`);
  expect(rate[3]).toBe(`${points(passRate.difference.estimate ?? 0)} pts`);
  expect(rate[6]).toBe(`${passRate.wins} / ${passRate.losses} / ${passRate.ties}`);
  const trajectory = metrics.find(({ name }) => name === "tool_trajectory_avg_score");
  const { a, b, difference } = trajectory as ComparedMetric;
  const places = figurePlaces(difference.interval, a.mean, b.mean, difference.estimate);
  const row = await rowOf(page, "Trajectory");
  expect(row[1]).toBe(a.mean?.toFixed(places));
  expect(row[2]).toBe(b.mean?.toFixed(places));
  expect(row[3]).toBe(`+${difference.estimate?.toFixed(places)}`);
  const ends = (difference.interval ?? []).map((end) => `+${end.toFixed(places)}`);
  expect(row[5]).toBe(ends.join(" to "));
  const names = page.getByRole("region", { name: "Changed cases" }).locator("tbody .mono");
  expect(await names.allInnerTexts()).toEqual(cases.map(({ evalId }) => evalId));
  expect(problems).toEqual([]);
  expect([...origins]).toEqual([web.origin]);
});

test("what broke comes first, and both conversations lie beside each other, by keyboard too", async () => {
  const web = await startWeb(await twoRuns());
  const { page } = await openBlankPage(await openBrowser(), web.link);
  await page.goto(`${web.origin}/compare?runs=latest~1,latest`);
  const beside = page.getByRole("region", { name: "One case in both" });
  await beside
    .getByText(/case_1[12]/)
    .first()
    .waitFor();
  await page.getByRole("button", { name: "Fixed 9" }).click();
  await page.getByRole("link", { name: /case_3$/ }).focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/case=case_3/);
  await beside.getByText("Refund order 17 (case_3)").waitFor();
  expect(await beside.innerText()).toMatch(/cents: 12\n[\s\S]*cents: 1200/);
  // a second look at the address is the same page
  await page.reload();
  await beside.getByText("Refund order 17 (case_3)").waitFor();
  expect(await page.getByRole("button", { name: "Fixed 9" }).getAttribute("aria-pressed")).toBe(
    "true",
  );
  await beside.getByRole("link", { name: "Open in B" }).click();
  await page.getByRole("heading", { name: "case_3" }).waitFor();
});

test("a case that is the same in both can be looked at too", async () => {
  const cwd = await twoRuns();
  const web = await startWeb(cwd);
  const { page } = await openBlankPage(await openBrowser(), web.link);
  await page.goto(`${web.origin}/compare?runs=latest~1,latest&set=demo&case=case_10`);
  const beside = page.getByRole("region", { name: "One case in both" });
  await beside.getByText("Refund order 17 (case_10)").waitFor();
  await beside.getByText("The same in both.").waitFor();
});

test("runs are found by searching and chosen with the keyboard, the earlier one as A", async () => {
  const cwd = await twoRuns();
  await refundRun(cwd, {}, ["--name", "without-mistakes"]);
  const web = await startWeb(cwd);
  const { page } = await openBlankPage(await openBrowser(), web.link);
  await page.goto(web.origin);
  await page.getByRole("link", { name: "Compare", exact: true }).click();
  await page.getByRole("combobox", { name: "Filter runs" }).fill("without shop");
  const choices = page.getByRole("table", { name: "Runs to choose from" });
  await expect.poll(() => choices.getByRole("checkbox").count()).toBe(1);
  await choices.getByRole("checkbox").focus();
  await page.keyboard.press("Space");
  await page.getByText("One alone is compared with its baseline.").waitFor();
  await page.getByRole("combobox", { name: "Filter runs" }).fill("");
  await choices.getByRole("checkbox").nth(2).check();
  await page.getByRole("button", { name: "Compare 2 runs" }).press("Enter");
  await page.getByRole("heading", { name: /against without-mistakes/ }).waitFor();
  await page.getByText("B is better").first().waitFor();
  await page.getByRole("link", { name: "Swap A and B" }).click();
  await page.getByText("B is worse").first().waitFor();
});

test("runs are chosen in their list too, with mouse or keyboard", async () => {
  const web = await startWeb(await twoRuns());
  const { page } = await openBlankPage(await openBrowser(), web.link);
  await page.goto(`${web.origin}/runs`);
  await page.getByRole("checkbox").first().check();
  await page.getByRole("link", { name: "Compare with its baseline" }).waitFor();
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await page.getByRole("link", { name: "Compare 2 runs" }).click();
  await page.getByRole("button", { name: "Fixed 9" }).waitFor();
});

test("of more than two runs it is said what quality costs, and any is laid beside the first", async () => {
  const cwd = await twoRuns();
  await refundRun(cwd);
  const web = await startWeb(cwd);
  const { page } = await openBlankPage(await openBrowser(), web.link);
  await page.goto(`${web.origin}/compare?runs=latest~2,latest~1,latest`);
  const table = page.getByRole("region", { name: "What quality costs" });
  await table.getByRole("row").nth(3).waitFor();
  expect(await table.getByRole("row").count()).toBe(4);
  await page.getByRole("button", { name: "Fixed 9" }).waitFor();
  await table.getByRole("link", { name: "show below" }).click();
  await page.waitForURL(/beside=3/);
  await page.getByRole("button", { name: "All 9" }).waitFor();
});

test("what cannot be compared is said in words", async () => {
  const cwd = await twoRuns();
  changeCases(cwd, ["case_100", "case_101"]);
  await refundRun(cwd);
  const web = await startWeb(cwd);
  const { page } = await openBlankPage(await openBrowser(), web.link);
  await page.goto(`${web.origin}/compare?runs=latest~1,latest`);
  await page.getByText("they have no case in common").waitFor();
  await page.goto(`${web.origin}/compare?runs=latest~1,no-such-run`);
  await page
    .getByText(/There is no run "no-such-run"|no-such-run/)
    .first()
    .waitFor();
  await page.goto(`${web.origin}/compare?runs=latest`);
  await page.locator("[role=alert] .lead").waitFor();
});

test("a run that was cut off is said to be unfinished before any number", async () => {
  const cwd = refundProject();
  await refundRun(cwd, { wrong: before });
  await cutOffRun(cwd, { hanging: ["case_5"] }, 4);
  const web = await startWeb(cwd);
  const { page } = await openBlankPage(await openBrowser(), web.link);
  await page.goto(`${web.origin}/compare?runs=latest~1,latest`);
  await page.getByText(/B \(.+\) is not finished: \d+ cases have no verdict in it\./).waitFor();
});

test("cases that only one run has are named, and those are in no number", async () => {
  const cwd = await twoRuns();
  changeCases(cwd, [...caseNames(11), "case_100"]);
  await refundRun(cwd);
  const web = await startWeb(cwd);
  const { page } = await openBlankPage(await openBrowser(), web.link);
  await page.goto(`${web.origin}/compare?runs=latest~2,latest`);
  await page.getByText("11 of 13 cases paired").waitFor();
  const differs = page.getByRole("region", { name: "What differs" });
  expect(await differs.innerText()).toMatch(/1 only in A\s+case_12\s+1 only in B\s+case_100/);
});

test("a file beside the agent's code that is not the same is among what differs", async () => {
  const cwd = await twoRuns();
  writeFileSync(join(cwd, "shop/prompt.txt"), "Refund nobody.");
  await refundRun(cwd);
  const web = await startWeb(cwd);
  const { page } = await openBlankPage(await openBrowser(), web.link);
  await page.goto(`${web.origin}/compare?runs=latest~1,latest`);
  const differs = page.getByRole("region", { name: "What differs" });
  expect(await differs.innerText()).toMatch(/files\s+(\S+, )*shop\/prompt\.txt/);
});

test("a row of figures is one line high, whatever its verdict says", async () => {
  const cwd = await twoRuns();
  await refundRun(cwd, { wrong: ["case_12"], broken: ["case_11"] });
  const web = await startWeb(cwd);
  const { page } = await openBlankPage(await openBrowser(), web.link);
  for (const width of [900, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${web.origin}/compare?runs=latest~1,latest`);
    const figures = page.getByRole("region", { name: "Figures, paired by case" });
    await figures.getByRole("row", { name: /^Pass rate/ }).waitFor();
    const heights = await figures
      .locator("tbody tr")
      .evaluateAll((rows) => rows.map((row) => Math.round(row.getBoundingClientRect().height)));
    expect(new Set(heights)).toEqual(new Set([28]));
  }
});

test("nobody is kept out of a comparison, in light and in dark", async () => {
  const cwd = await twoRuns();
  await refundRun(cwd);
  const web = await startWeb(cwd);
  const { page } = await openBlankPage(await openBrowser(), web.link);
  const paths = [
    "/compare",
    "/compare?runs=latest~2,latest~1",
    "/compare?runs=latest~2,latest~1,latest",
    "/compare?runs=latest,no-such-run",
  ];
  for (const path of paths) {
    await page.goto(`${web.origin}${path}`);
    await settle(page);
    expect({ path, found: await barriersInThemes(page) }).toEqual({ path, found: [] });
  }
});
