import { expect, test } from "vitest";
import { assay, echoAgent, evalSet, project } from "../assay.ts";

const files = {
  "agent.mjs": echoAgent,
  "demo.evalset.json": evalSet({
    right: { user: "hello there", answer: "hello there" },
    loose: { user: "hello there", answer: "hello you", calls: [{ name: "wave", args: {} }] },
  }),
  "test_config.json": { criteria: { response_match_score: 0.9 } },
  "lenient.json": { criteria: { no_tool_errors: 1, response_match_score: 0.9 } },
};

async function scored(...flags: readonly string[]) {
  const cwd = project(files);
  await assay(["eval", "agent.mjs", "demo.evalset.json"], { cwd });
  return await assay(["score", "latest", ...flags], { cwd });
}

test.each([
  [["-m", "response_match_score"], 0, "2 cases · response ≥ 0.5"],
  [["-m", "response_match_score", "-t", "0.6"], 1, "2 cases · response ≥ 0.6"],
  [["-m", "tool_trajectory_avg_score"], 1, "2 cases · trajectory ≥ 0.5"],
  [["-c", "lenient.json", "-m", "response_match_score"], 0, "no tool errors ≥ 1, response ≥ 0.5"],
  [["-c", "lenient.json", "-t", "0.5"], 0, "no tool errors ≥ 0.5, response ≥ 0.5"],
] as const)("a run is measured by what %j asks for", async (flags, exit, shows) => {
  const { code, stdout } = await scored(...flags);
  expect(stdout).toContain(shows);
  expect(code).toBe(exit);
});

test.each([
  [["-m", "response_mach_score"], "Did you mean"],
  [["-t", "0.1"], "does not say of which metrics"],
  [["--trajectory_match_type", "IN_ORDER"], "does not say of which metrics"],
  [["--group_by", "trace"], "--group_by is about traces, and latest is a run."],
  [["--match", "order"], "--match is about traces"],
  [["--case", "right"], "--case is about traces"],
  [["--format", "otlp-json"], "--format is about traces"],
  [["latest~1"], "There is no file latest"],
] as const)("a run is not scored as if %j had not been asked for", async (flags, says) => {
  const { code, stdout, stderr } = await scored(...flags);
  expect(stderr).toContain(says);
  expect(stdout).toBe("");
  expect(code).toBe(2);
});

test("a run is found by a name that looks like a path, and a file that is not there is told as both", async () => {
  const cwd = project(files);
  const name = "prompts/v1.2";
  await assay(["eval", "agent.mjs", "demo.evalset.json", "--name", name], { cwd });
  const found = await assay(["score", name], { cwd });
  expect(found.stdout, found.stderr).toContain("2 cases · response ≥ 0.9");
  const missing = await assay(["score", "traces/day.json"], { cwd });
  expect(missing.code).toBe(2);
  expect(missing.stderr).toContain("There is no file traces/day.json, and no run of that name.");
});
