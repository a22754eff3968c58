import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { assay, echoAgent, evalSet, project } from "./assay.ts";

const CONFIG = {
  criteria: { response_match_score: 0.9 },
  custom_metrics: { short: { code_config: { name: "./short.mjs:short" } } },
};

function shop(files: Readonly<Record<string, unknown>> = {}): string {
  return project({
    "bot/agent.mjs": echoAgent,
    "bot/demo.evalset.json": evalSet({ a: { user: "a b c", answer: "a b x" } }),
    ...files,
  });
}

test("criteria on the command line take the place of a config's, and the rest of it holds", async () => {
  const cwd = shop({
    "bot/test_config.json": CONFIG,
    "bot/short.mjs": "export const short = () => 1;",
  });
  expect((await assay(["eval", "bot"], { cwd })).code).toBe(1);
  const asked = ["--criterion", "response_match_score=0.5", "--criterion", "short=1"];
  const { code } = await assay(["eval", "bot", ...asked, "-r", "json=out.json"], { cwd });
  expect(code).toBe(0);
  const { metrics } = JSON.parse(readFileSync(join(cwd, "out.json"), "utf8")).cases[0];
  expect(metrics.slice(0, 2)).toMatchObject([
    { name: "response_match_score", threshold: 0.5 },
    { name: "short", threshold: 1 },
  ]);
});

test("they may have settings, and need no config", async () => {
  const cwd = shop();
  const settings = 'response_match_score={"threshold": 0.6, "goal": "It helps."}';
  const { code, stdout } = await assay(["eval", "bot", "--criterion", settings], { cwd });
  expect(code).toBe(0);
  expect(stdout).toContain("response ≥ 0.6");
});

test("what they measure by is kept: a run of what failed is measured the same way", async () => {
  const cwd = shop();
  const first = await assay(["eval", "bot", "--criterion", "response_match_score=0.95"], { cwd });
  expect(first.code).toBe(1);
  const again = await assay(["eval", "--failed"], { cwd });
  expect(again.code).toBe(1);
  expect(again.stdout).toContain("response ≥ 0.95");
});

test("a criterion nobody understands is refused with a sentence", async () => {
  const cwd = shop();
  const refusal = async (given: string) => {
    const { code, stderr } = await assay(["eval", "bot", "--criterion", given], { cwd });
    expect(code).toBe(2);
    return stderr.replace(/\s+/g, " ");
  };
  expect(await refusal("response_mach_score=1")).toContain('Did you mean "response_match_score"?');
  expect(await refusal("response_match_score")).toContain("NAME=VALUE was expected");
  expect(await refusal("response_match_score=high")).toContain("a number or JSON was expected");
  expect(await refusal("response_match_score=true")).toContain("response_match_score");
});

test("what is odd about them is told beside a config too, and not what is odd about those they replace", async () => {
  const odd = { criteria: { response_match_score: 3 } };
  const cwd = shop({ "bot/test_config.json": odd });
  const asked = await assay(["eval", "bot", "--criterion", "response_match_score=2"], { cwd });
  expect(asked.stderr).toContain("The threshold 2 of response_match_score lies outside");
  expect(asked.stderr).not.toContain("threshold 3");
});
