import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { assay, echoAgent, evalSet, project } from "./assay.ts";

const description = "Nobody is refunded twice.";
const goal = "Money is not lost.";

function shop(): string {
  const set = evalSet({
    a: { user: "a", answer: "a", assay: { tags: ["critical", "money"] } },
    b: { user: "b", answer: "other", assay: { tags: ["money"] } },
    c: { user: "c", answer: "c" },
  });
  return project({
    "bot/agent.mjs": echoAgent,
    "bot/demo.evalset.json": { ...set, description },
    "bot/test_config.json": { criteria: { response_match_score: { threshold: 0.8, goal } } },
  });
}

test("every report tells the set's description, the rates by tag, and the goal of what failed", async () => {
  const cwd = shop();
  const formats = ["json", "jsonl", "junit", "markdown"];
  const reporters = formats.flatMap((format) => ["-r", `${format}=out.${format}`]);
  const { code, stdout } = await assay(["eval", "bot", ...reporters], { cwd });
  expect(code).toBe(1);
  expect(stdout).toContain(`about: ${description}`);
  expect(stdout).toContain("#money 1 of 2 passed · #critical 1 of 1 passed");
  expect(stdout).toContain("✗ b #money, turn 1 of 1");
  expect(stdout).toContain(`goal   ${goal}`);

  const read = (format: string) => readFileSync(join(cwd, `out.${format}`), "utf8");
  for (const format of formats) {
    expect({ format, text: read(format) }).toMatchObject({
      text: expect.stringContaining(description),
    });
    expect(read(format)).toContain(goal);
    expect(read(format)).toContain("money");
  }
  expect(Object.keys(JSON.parse(read("json")).totals.tags)).toEqual(["money", "critical"]);
  expect(read("markdown")).toContain("| `money` | 1 | 1 | 0 |");
  expect(read("junit")).toContain('<property name="tag" value="critical"/>');
});

test("a run that is shown or written again tells the same", async () => {
  const cwd = shop();
  await assay(["eval", "bot"], { cwd });
  const { stdout } = await assay(["runs", "show"], { cwd });
  expect(stdout).toContain(`about: ${description}`);
  expect(stdout).toContain("#money 1 of 2 passed");
  const exported = await assay(["runs", "export", "latest", "-f", "markdown"], { cwd });
  expect(exported.stdout).toContain("| `money` | 1 | 1 | 0 |");
});

test("a goal that is no text is refused", async () => {
  const cwd = project({
    "bot/agent.mjs": echoAgent,
    "bot/demo.evalset.json": evalSet({ a: { user: "a", answer: "a" } }),
    "bot/test_config.json": { criteria: { response_match_score: { threshold: 0.8, goal: 7 } } },
  });
  const { code, stderr } = await assay(["eval", "bot"], { cwd });
  expect(code).toBe(2);
  expect(stderr).toContain("criteria.response_match_score.goal is 7; a string was expected.");
});
