import { expect, test } from "vitest";
import { assay, echoAgent, evalSet, project } from "./assay.ts";

const set = evalSet({
  hello: { user: "hello", answer: "hello" },
  lights_off: { user: "x", answer: "x" },
});
const good = { "agent.mjs": echoAgent, "demo.evalset.json": set };
const args = ["eval", "agent.mjs", "demo.evalset.json"];

interface Mistake {
  readonly what: string;
  readonly files?: Readonly<Record<string, unknown>>;
  readonly args: readonly string[];
  /** Every one of these must be said. */
  readonly says: readonly string[];
}

const mistakes: readonly Mistake[] = [
  { what: "no agent", args: ["eval"], says: ["needs AGENT"] },
  {
    what: "an agent that is not there",
    args: ["eval", "agnt.mjs", "demo.evalset.json"],
    says: ["agnt.mjs"],
  },
  {
    what: "an agent that does not parse",
    files: { ...good, "agent.mjs": "export const rootAgent = (" },
    args,
    says: ["agent.mjs"],
  },
  {
    what: "a module without an agent",
    files: { ...good, "agent.mjs": "export const x = 1;" },
    args,
    says: ["rootAgent"],
  },
  {
    what: "an agent that throws while it loads",
    files: { ...good, "agent.mjs": `throw new Error("no config")` },
    args,
    says: ["no config"],
  },
  {
    what: "an eval set that is not there",
    args: ["eval", "agent.mjs", "dmo.evalset.json"],
    says: ["demo.evalset.json"],
  },
  {
    what: "a folder without sets",
    files: { ...good, "empty/x.txt": "" },
    args: ["eval", "agent.mjs", "empty"],
    says: ["empty"],
  },
  {
    what: "a config that is not there",
    args: [...args, "--config_file_path", "nope.json"],
    says: ["nope.json"],
  },
  {
    what: "a config that is no JSON",
    files: { ...good, "c.json": "{" },
    args: [...args, "--config_file_path", "c.json"],
    says: ["c.json:1"],
  },
  {
    what: "an unknown metric",
    files: { ...good, "c.json": { criteria: { respons_match_score: 0.5 } } },
    args: [...args, "--config_file_path", "c.json"],
    says: ["error c.json:", "respons_match_score", "response_match_score"],
  },
  {
    what: "a misspelt key in the config",
    files: { ...good, "c.json": { criterias: {} } },
    args: [...args, "--config_file_path", "c.json"],
    says: ["criterias", "criteria"],
  },
  {
    what: "a judged metric",
    files: { ...good, "c.json": { criteria: { final_response_match_v2: 0.5 } } },
    args: [...args, "--config_file_path", "c.json"],
    says: ["final_response_match_v2", "No agent was called"],
  },
  {
    what: "a misspelt key in a turn",
    files: {
      ...good,
      "demo.evalset.json": `{"eval_set_id":"d","eval_cases":[{"eval_id":"a","conversation":[\n{"user_contnt":"x"}]}]}`,
    },
    args,
    says: ["demo.evalset.json:2:2", "user_contnt", `Did you mean "user_content"?`],
  },
  {
    what: "broken JSON",
    files: { ...good, "demo.evalset.json": `{"eval_set_id": "d",\n "eval_cases": [` },
    args,
    says: ["demo.evalset.json:2"],
  },
  {
    what: "an empty set",
    files: { ...good, "demo.evalset.json": { eval_set_id: "d", eval_cases: [] } },
    args,
    says: ["no cases"],
  },
  {
    what: "an unknown case",
    args: ["eval", "agent.mjs", "demo.evalset.json:lights_of"],
    says: ["lights_of", "lights_off"],
  },
  { what: "a tag nobody has", args: [...args, "--tag", "nope"], says: ["nope"] },
  { what: "an unknown flag", args: [...args, "--num_run", "3"], says: ["--num_run", "--num_runs"] },
  { what: "zero runs", args: [...args, "--num_runs", "0"], says: ["--num_runs", "0"] },
  {
    what: "a rule for trials that there is not",
    args: [...args, "--require", "most"],
    says: ["most", "pooled, all, any or a number"],
  },
  { what: "no concurrency", args: [...args, "--concurrency", "0"], says: ["--concurrency"] },
  { what: "an unknown command", args: ["evl", "agent.mjs"], says: ["evl", "assay eval"] },
  {
    what: "an unknown reporter",
    args: [...args, "--reporter", "junt=x.xml"],
    says: ["junt", "junit"],
  },
  {
    what: "a report that cannot be written",
    args: [...args, "--reporter", "json=agent.mjs/r.json"],
    says: ["agent.mjs/r.json"],
  },
  { what: "nothing to resume", args: ["eval", "--resume"], says: ["nothing to resume"] },
  { what: "an unknown run", args: ["score", "zzzz"], says: ["run"] },
  {
    what: "two sets of one id",
    files: { ...good, "other.evalset.json": set },
    args: ["eval", "agent.mjs", "demo.evalset.json", "other.evalset.json"],
    says: ["demo.evalset.json", "other.evalset.json"],
  },
];

test.each(mistakes)(
  "$what: exit 2, a sentence, no stack",
  async ({ files = good, args: given, says }) => {
    const cwd = project(files);
    const { code, stdout, stderr } = await assay(given, { cwd });
    expect(stderr, "what is said").not.toBe("");
    for (const words of says) expect(stderr.replace(/\s+/g, " ")).toContain(words);
    expect(stderr).not.toMatch(/^\s+at .+:\d+:\d+\)?$/m);
    expect(
      stderr.split("\n").filter((line) => line.length > 80 && !line.includes("/tmp/")),
    ).toEqual([]);
    expect(stdout).toBe("");
    expect(code).toBe(2);
  },
);
