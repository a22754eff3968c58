import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { assay, echoAgent, evalSet, project } from "../cli/assay.ts";
import { barriers } from "./barriers.ts";
import { openBrowser, openPage } from "./browser.ts";
import { judgedProject } from "./judges/judged-project.ts";
import { refundProject, refundRun } from "./refund-runs.ts";
import { startWeb } from "./web-server.ts";

test("a run is chosen on the scores of the last one, and started, by mouse", async () => {
  const cwd = refundProject(6);
  await refundRun(cwd, { wrong: ["case_2", "case_3"] });
  const web = await startWeb(cwd);
  const { page, problems } = await openPage(await openBrowser(), web.link);
  await page.getByRole("button", { name: "New run" }).click();
  const dialog = page.getByRole("dialog", { name: "Run refunds" });
  await dialog.getByText("would pass 4 of 6").waitFor();
  expect(await barriers(page)).toEqual([]);
  await dialog.getByLabel("Failed last time 2").check();
  await dialog.getByRole("button", { name: "Start 2 conversations" }).waitFor();
  await dialog.getByLabel("Threshold of Trajectory").fill("0.5");
  await dialog.getByText("4 at 1, as saved").waitFor();
  await dialog.getByText(/--criterion='tool_trajectory_avg_score=/).waitFor();
  await dialog.getByRole("group", { name: "Repeats of each case" }).getByText("3").click();
  await dialog.getByRole("button", { name: "Start 6 conversations" }).click();
  await page.waitForURL(/\/runs\/20/);
  await page
    .getByText(/2 cases/)
    .first()
    .waitFor();
  const [run] = ((await web.json("/api/v1/runs")) as { runs: { trials: number }[] }).runs;
  expect(run).toMatchObject({ trials: 3, totals: { cases: 2 } });
  expect(problems).toEqual([]);
});

test("the same is done with the keyboard alone, and the focus comes back", async () => {
  const cwd = refundProject(3);
  await refundRun(cwd, {});
  const web = await startWeb(cwd);
  const { page } = await openPage(await openBrowser(), web.link);
  await page.getByRole("button", { name: "New run" }).waitFor();
  await page.keyboard.press("r");
  const slider = page.getByRole("slider", { name: "Threshold, Response" });
  await slider.waitFor();
  await page.keyboard.press("Escape");
  await slider.waitFor({ state: "detached" });
  await page.locator("dialog").waitFor({ state: "detached" });
  await page.keyboard.press("r");
  await slider.waitFor();
  await slider.focus();
  await page.keyboard.press("ArrowLeft");
  expect(await slider.getAttribute("aria-valuetext")).toBe("0.79, would pass 3 of 3");
  await page.getByRole("button", { name: "Start 3 conversations" }).focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/runs\/20/);
  await page.getByText("All 3 cases passed.").first().waitFor();
});

test("a metric that cannot run and a package that is missing say so before anything is started", async () => {
  const cwd = refundProject(2);
  writeFileSync(join(cwd, "shop/agent.mjs"), 'import { LlmAgent } from "@google/adk";\n');
  const web = await startWeb(cwd);
  const { page } = await openPage(await openBrowser(), `${web.link}`);
  await page.goto(`${web.origin}/agents/shop`);
  await page.getByRole("button", { name: "New run" }).click();
  const add = page.getByLabel("Add metric");
  await add.selectOption("final_session_state");
  await page.getByText("None of the 2 cases can be scored").waitFor();
  await page.getByText("One metric cannot run.").waitFor();
  const kept = page.getByRole("region", { name: "What keeps the agent from beginning" });
  await kept
    .getByText('agent.mjs imports the package "@google/adk", which is not installed.')
    .waitFor();
  await kept.getByText("npm install @google/adk").waitFor();
  expect(await barriers(page)).toEqual([]);
  expect(await web.json("/api/v1/runs")).toMatchObject({ count: 0 });
});

test("what a run would be is told without running anything, and names nothing outside", async () => {
  const cwd = refundProject(2);
  const web = await startWeb(cwd);
  const plan = async (body: object) => (await web.post("/api/v1/runs/plan", body)).json();
  const asked = { agent: "shop", evalSets: ["shop/refunds.evalset.json"], trials: 5 };
  expect(await plan(asked)).toMatchObject({
    cases: 2,
    conversations: 10,
    command: "npx assay eval shop shop/refunds.evalset.json --num_runs=5",
    metrics: [{ name: "tool_trajectory_avg_score" }, { name: "response_match_score" }],
  });
  expect(await plan({ ...asked, evalSets: ["../outside.json"] })).toMatchObject({
    error: { code: "eval-set/not-found" },
  });
  expect(await plan({ ...asked, criteria: { response_mach_score: 1 } })).toMatchObject({
    error: { hint: 'Did you mean "response_match_score"?' },
  });
  expect(await web.json("/api/v1/runs")).toMatchObject({ count: 0 });
});

test("sets without a config of their own are planned by the project's, and by what a run kept of one that is code", async () => {
  const cwd = project({
    "bot/agent.mjs": echoAgent,
    "bot/demo.evalset.json": evalSet({ a: { user: "a", answer: "a" } }, "demo"),
    "judged.mjs": `export default {
      criteria: { response_match_score: 0.3, final_response_match_v2: 0.6 },
      judgeModel: () => "no verdict",
    };`,
    "assay.config.json": { criteria: { total_tokens: 70 }, trials: 3 },
  });
  const web = await startWeb(cwd);
  const asked = { agent: "bot", evalSets: ["bot/demo.evalset.json"] };
  const plan = async () => (await web.post("/api/v1/runs/plan", asked)).json();
  expect(await plan()).toMatchObject({ metrics: [{ name: "total_tokens", threshold: 70 }] });
  // one repeat is one, whatever the project would do
  const once = await web.post("/api/v1/runs/plan", { ...asked, trials: 1 });
  expect(await once.json()).toMatchObject({ command: expect.stringMatching(/ --num_runs=1$/) });
  writeFileSync(join(cwd, "assay.config.json"), JSON.stringify({ config: "judged.mjs" }));
  await assay(["eval", "bot"], { cwd });
  const measured = await plan();
  expect(JSON.stringify(measured)).not.toContain('"problem"');
  expect(measured).toMatchObject({
    metrics: [
      { name: "response_match_score", threshold: 0.3 },
      { name: "final_response_match_v2", threshold: 0.6 },
    ],
    judge: { model: "a function" },
  });
});

test("the last run is one of the same file, where another agent's set has the same id", async () => {
  const cwd = project({
    "bot/agent.mjs": echoAgent,
    "bot/smoke.evalset.json": evalSet({ a: { user: "a", answer: "a" } }, "smoke"),
    "other/agent.mjs": echoAgent,
    "other/smoke.evalset.json": evalSet({ a: { user: "a", answer: "z" } }, "smoke"),
  });
  const web = await startWeb(cwd);
  const plan = async () =>
    (
      await web.post("/api/v1/runs/plan", { agent: "bot", evalSets: ["bot/smoke.evalset.json"] })
    ).json();
  await assay(["eval", "other", "--name", "of-other"], { cwd });
  const unknown = (await plan()) as { lastRun?: object; choices: object };
  expect(unknown.lastRun).toBeUndefined();
  await assay(["eval", "bot", "--name", "of-bot"], { cwd });
  const { runId } = (await web.json("/api/v1/runs/of-bot")) as { runId: string };
  await assay(["eval", "other"], { cwd });
  expect(await plan()).toMatchObject({
    lastRun: { runId },
    choices: { failed: { runId, cases: 0 } },
  });
});

test("a judge is asked as often as somebody says, in every judged metric, and the plan settles", async () => {
  const { cwd } = await judgedProject(2);
  const web = await startWeb(cwd);
  const { page, problems } = await openPage(await openBrowser(), web.link);
  await page.getByRole("button", { name: "New run" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Judge", { exact: true }).fill("ollama/judge");
  await dialog.getByText("judged 3 ×, prompt v1").waitFor();
  const samples = dialog.getByLabel("Samples");
  expect(await samples.getAttribute("placeholder")).toBe("3");
  await samples.fill("7");
  await dialog.getByText("judged 7 ×, prompt v1").waitFor();
  await dialog.getByText(/"judge_model_options":\{"num_samples":7\}/).waitFor();
  expect(await barriers(page)).toEqual([]);
  // what was moved is held against the configs, so that nothing is asked over and over
  let asked = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/runs/plan")) asked += 1;
  });
  await page.waitForTimeout(1_500);
  expect(asked).toBe(0);
  await dialog.getByLabel("Threshold of Answer match").fill("0.6");
  await dialog.getByText(/"threshold":0.6.*"num_samples":7/).waitFor();
  await page.waitForTimeout(1_500);
  expect(asked).toBeLessThanOrEqual(2);
  await samples.fill("");
  await dialog.getByText(/"threshold":0.6.*"num_samples":3/).waitFor();
  expect(problems).toEqual([]);
});
