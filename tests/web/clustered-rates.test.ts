import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { assay, evalSet, project } from "../cli/assay.ts";
import { report } from "../cli/report.ts";
import { startWeb } from "./web-server.ts";

/** Twelve cases from three customers: what goes wrong for one of them goes wrong for it every time. */
function customers(): string {
  const cases = Array.from({ length: 12 }, (_, at) => {
    const cluster = `customer_${at % 3}`;
    const answer = at % 3 === 0 ? "something else" : `u${at}`;
    return [`c${at}`, { user: `u${at}`, answer, assay: { cluster, tags: ["all"] } }] as const;
  });
  return project({
    "bot/agent.mjs": "export const rootAgent = (text) => text;",
    "bot/demo.evalset.json": evalSet(Object.fromEntries(cases)),
    "bot/test_config.json": { criteria: { response_match_score: 0.8 } },
  });
}

const shown = ([low, high]: readonly [number, number]) =>
  [low, high].map((end) => Math.round(100 * end)).join(" to ");

test("every surface tells the same interval of cases that belong to clusters", async () => {
  const cwd = customers();
  const reporters =
    "terminal html=report.html markdown=report.md json=report.json junit=report.xml";
  const flags = reporters.split(" ").flatMap((each) => ["-r", each]);
  const run = await assay(["eval", "bot", ...flags], { cwd });
  const told = /67 % of 12 in 3 clusters \((\d+ to \d+) %\)/.exec(run.stdout)?.[1];
  expect(told, run.stdout).toBe("0 to 100");

  const rate = { passed: 8, of: 12, interval: [0, 1], clusters: 3 };
  const { totals } = report(cwd);
  expect(totals).toMatchObject({ passRate: rate, tags: { all: { passRate: rate } } });
  const inSuite = `name="pass_rate" value="67 % of 12 in 3 clusters (${told} %)"`;
  expect(readFileSync(join(cwd, "report.xml"), "utf8")).toContain(inSuite);

  const web = await startWeb(cwd);
  const detail = await web.json("/api/v1/runs/latest");
  expect(detail).toMatchObject({ passRate: rate });
  const trend = JSON.parse((await assay(["trends", "--reporter", "json"], { cwd })).stdout) as {
    runs: { metrics: { interval: [number, number] }[] }[];
  };
  const interval = trend.runs[0]?.metrics[0]?.interval ?? [-1, -1];
  expect(shown(interval)).toBe("0 to 100");
  expect(await web.json("/api/v1/runs/latest/columns")).toMatchObject({
    metrics: expect.arrayContaining([expect.objectContaining({ interval })]),
  });

  const tag = "| `all` | 8 | 4 | 0 | 67 % of 12 in 3 clusters (0 to 100 %) |";
  expect(readFileSync(join(cwd, "report.md"), "utf8")).toContain(tag);
  const page = readFileSync(join(cwd, "report.html"), "utf8");
  const data = /<script type="application\/json" id="report">(.*)<\/script>/.exec(page)?.[1];
  expect(JSON.parse(data ?? "{}")).toMatchObject({
    passRate: rate,
    metrics: expect.arrayContaining([expect.objectContaining({ interval })]),
  });
});
