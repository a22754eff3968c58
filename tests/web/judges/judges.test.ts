import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { assay, evalSet, project } from "../../cli/assay.ts";
import { barriersInThemes, settle } from "../barriers.ts";
import { openBlankPage, openBrowser, openPage } from "../browser.ts";
import { caseNames, refundProject, refundRun } from "../refund-runs.ts";
import { startWeb } from "../web-server.ts";
import { judgedProject, labelLines } from "./judged-project.ts";

const METRIC = "final_response_match_v2";

test("the screen says what assay judge calibrate says, without asking the judge again", async () => {
  const judged = await judgedProject(72);
  const { cwd, model, env } = judged;
  writeFileSync(join(cwd, "labels.jsonl"), labelLines(judged, caseNames(66)));
  const args = ["judge", "calibrate", "labels.jsonl", ...model, "--run", "--json"];
  const said = JSON.parse((await assay(args, { cwd, env })).stdout).calibrations[0];
  const web = await startWeb(cwd);
  const shown = (await web.json(`/api/v1/judges/${METRIC}`)) as {
    calibration: typeof said;
    corrected: unknown;
    calibrations: { calibration: unknown }[];
  };
  const { corrected, selfConsistency: _, disagreements, ...figures } = said;
  expect(shown.calibration).toMatchObject(figures);
  expect(shown.calibration.disagreements).toHaveLength(disagreements.length);
  expect(shown.corrected).toEqual(corrected);
  expect(shown.calibrations.map(({ calibration }) => calibration)).toEqual([said]);
  const { page, problems, origins } = await openBlankPage(await openBrowser(), web.link);
  await page.goto(`${web.origin}/judges/${METRIC}`);
  await page.getByText("the judge passes 6 of 24 answers that people call wrong.").waitFor();
  const table = page.getByRole("region", { name: "Agreement" }).locator(".cm");
  expect(await table.locator("b").allInnerTexts()).toEqual(["36", "6", "6", "18"]);
  const stats = page.locator(".stats");
  expect(await stats.innerText()).toContain("0.61");
  await page.getByText("Kappa 0.61, agrees with 82%").waitFor();
  expect(problems).toEqual([]);
  expect([...origins]).toEqual([web.origin]);
});

test("answers are labelled by keyboard, blind, and the command reads what was said", async () => {
  const judged = await judgedProject(6);
  const { cwd, model, env } = judged;
  const web = await startWeb(cwd);
  const { page } = await openPage(await openBrowser(), web.link);
  await page.getByRole("heading").first().waitFor();
  await page.keyboard.press("g");
  await page.keyboard.press("j");
  await page.getByRole("link", { name: "answer match" }).waitFor();
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  const read = page.getByRole("article", { name: "case_1" });
  await read.getByText("your lamps, 69.00").waitFor();
  expect(await read.innerText()).not.toMatch(/It is right|3 to 0/);
  await page.keyboard.press("n");
  await page.getByText("you say wrong, the judge says right.").waitFor();
  await page.getByRole("article", { name: "case_2" }).waitFor();
  await page.keyboard.press("s");
  await page.getByRole("article", { name: "case_3" }).waitFor();
  await page.keyboard.press("y");
  await page.getByText("you say right, the judge says wrong.").waitFor();
  const file = join(cwd, "labels.jsonl");
  const lines = () => readFileSync(file, "utf8").trim().split("\n");
  expect(lines().map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ metric: METRIC, label: "fail", case: "lamps/case_1" }),
    expect.objectContaining({ metric: METRIC, label: "pass", case: "lamps/case_3" }),
  ]);
  const { stdout } = await assay(["judge", "calibrate", "labels.jsonl", ...model], { cwd, env });
  expect(stdout).toContain("line 1  people fail, judge pass");
  await page.keyboard.press("u");
  await expect.poll(() => lines().length).toBe(1);
  await page.reload();
  await page.getByRole("link", { name: "Too lenient 1" }).click();
  await read.getByText("right, 3 to 0").waitFor();
  await read.getByRole("button", { name: "Remove label" }).click();
  await page
    .getByText("There is none of this kind.")
    .or(page.getByText("Nobody has labelled"))
    .waitFor();
  expect(readFileSync(file, "utf8").trim()).toBe("");
});

test("rubrics are labelled one by one, and their wording is kept apart", async () => {
  const judged = await judgedProject(4, "rubrics");
  const web = await startWeb(judged.cwd);
  const name = "rubric_based_final_response_quality_v1";
  const shown = (await web.json(`/api/v1/judges/${name}`)) as {
    answers: { key: string; rubric: string }[];
    versions: { rubricId: string; rubric: string }[];
  };
  expect(shown.versions.map(({ rubric }) => rubric)).toEqual([
    "The refunded amount is named.",
    "The answer is polite.",
  ]);
  const [first] = shown.answers;
  const reply = await web.post(`/api/v1/judges/${name}/labels`, {
    answer: first?.key,
    label: "pass",
  });
  expect(reply.status).toBe(200);
  const written = JSON.parse(readFileSync(join(judged.cwd, "labels.jsonl"), "utf8"));
  expect(written).toMatchObject({ rubric: first?.rubric, label: "pass", metric: name });
  expect(written).not.toHaveProperty("reference");
});

test("nothing but an answer of a run is written, and only into the file of labels", async () => {
  const { cwd } = await judgedProject(2);
  const outside = project({ "victim.jsonl": "precious\n" });
  symlinkSync(join(outside, "victim.jsonl"), join(cwd, "labels.jsonl"));
  const web = await startWeb(cwd);
  expect((await web.ask(`/api/v1/judges/${METRIC}`)).status).toBe(404);
  const unknown = await web.post(`/api/v1/judges/${METRIC}/labels`, {
    answer: "../../etc/passwd",
    label: "pass",
  });
  expect(unknown.status).toBe(404);
  const forged = await web.post(`/api/v1/judges/${METRIC}/labels`, {
    answer: "a",
    label: "pass",
    path: "/tmp/x",
  });
  expect(forged.status).toBe(400);
  expect(readFileSync(join(outside, "victim.jsonl"), "utf8")).toBe("precious\n");
});

test("nobody is kept out of judging, in light and in dark", async () => {
  const judged = await judgedProject(14);
  const labels = labelLines(judged, caseNames(12));
  writeFileSync(join(judged.cwd, "labels.jsonl"), labels);
  const web = await startWeb(judged.cwd);
  const { page } = await openBlankPage(await openBrowser(), web.link);
  const paths = [
    "/judges",
    `/judges/${METRIC}`,
    `/judges/${METRIC}?list=unlabelled`,
    "/judges/no_such_judge",
  ];
  for (const path of paths) {
    await page.goto(`${web.origin}${path}`);
    await settle(page);
    expect({ path, found: await barriersInThemes(page) }).toEqual({ path, found: [] });
  }
  writeFileSync(join(judged.cwd, "labels.jsonl"), `${labels}{"user": 1}\n`);
  await page.goto(`${web.origin}/judges`);
  await page.getByRole("alert").getByText("labels.jsonl:13").waitFor();
  expect(await barriersInThemes(page)).toEqual([]);
});

test("where no judge was asked, it says how to ask one", async () => {
  const cwd = refundProject(1);
  await refundRun(cwd);
  const web = await startWeb(cwd);
  const { page } = await openBlankPage(await openBrowser(), web.link);
  await page.goto(`${web.origin}/judges`);
  await page.getByText("No judge was asked in the runs of this folder.").waitFor();
  await page.goto(`${web.origin}/judges/${METRIC}`);
  await page.getByText("Judges appear here once a run has asked one.").waitFor();
});

test("the command for a judge that is a function names its config, and can be run", async () => {
  const house = `({ messages }) => {
    const nonce = /"nonce" is "([0-9a-f]{32})"/.exec(messages.map(({ text }) => text).join())[1];
    return JSON.stringify({ nonce, rationale: "so be it", verdict: "valid" });
  }`;
  const places = {
    config: `criteria: { ${METRIC}: 0.5 }, judgeModel: ${house}`,
    criterion: `criteria: { ${METRIC}: { threshold: 0.5, judgeModelOptions: { judgeModel: ${house} } } }`,
  };
  for (const [place, config] of Object.entries(places)) {
    const cwd = project({
      "agent.mjs": "export const rootAgent = async (text) => text;",
      "judged.mjs": `export default { ${config} };`,
      "lamps.evalset.json": evalSet({ one: { user: "on", answer: "on" } }, "lamps"),
    });
    await assay(["eval", "agent.mjs", "--config", "judged.mjs"], { cwd });
    const label = { metric: METRIC, user: "on", answer: "on", reference: "on", label: "pass" };
    writeFileSync(join(cwd, "labels.jsonl"), JSON.stringify(label));
    const web = await startWeb(cwd);
    const { commands } = (await web.json(`/api/v1/judges/${METRIC}`)) as {
      commands: { calibrate: string };
    };
    const { stdout, stderr } = await assay(commands.calibrate.split(" ").slice(1), { cwd });
    expect(stderr, place).toBe("");
    expect(stdout).toContain("agreement     100.0 %");
  }
});
