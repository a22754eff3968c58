import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { assay, evalSet, project } from "../assay.ts";

const agent = (tokens: number, wrong: number) => `export const agent = (text, { turn }) => {
  turn.usage({ input: ${tokens}, output: 20 }, { model: "small" });
  return Number(text) < ${wrong} ? "no idea" : "answer " + text;
};
`;

test("what quality costs fits 80 columns, and medians are called so in Markdown", async () => {
  const cases = Array.from({ length: 120 }, (_, at) => [
    `q${at}`,
    { user: `${at}`, answer: `answer ${at}` },
  ]);
  const cwd = project({
    "set.evalset.json": evalSet(Object.fromEntries(cases)),
    "test_config.json": {
      criteria: { response_match_score: 1 },
      model_prices: { small: { input: 1000, output: 1000 } },
    },
    "good.js": agent(60, 3),
    "dear.js": agent(90, 20),
  });
  for (const name of ["good", "dear"]) {
    await assay(
      ["eval", `${name}.js`, "set.evalset.json", "--name", `${name}-before-the-rewrite`],
      {
        cwd,
      },
    );
  }
  const names = ["good", "dear", "good"].map((name) => `${name}-before-the-rewrite`);
  const { code, stdout } = await assay(["compare", ...names, "-r", "markdown=c.md"], { cwd });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^ {2}run +pass rate +\$ a case +tokens +s a turn +against first$/m);
  expect(stdout).toMatch(/ 83 % \(76 to 89 %\) +\$0\.11 +110 +\S+ s +worse, beaten$/m);
  expect(stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
  expect(readFileSync(join(cwd, "c.md"), "utf8")).toContain(
    "| `median tokens a turn` | 80 | 110 |",
  );
});
