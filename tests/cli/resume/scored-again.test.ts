import { expect, test } from "vitest";
import { assay, evalSet, project } from "../assay.ts";
import { report } from "../report.ts";
import { said, slowEcho } from "./counted-echo.ts";

test("a file that an export wrote is scored, and what is no file is a run", async () => {
  const cwd = project({
    "agent.mjs": slowEcho,
    "demo.evalset.json": evalSet({
      c0: { user: "u0", answer: "u0", assay: { thresholds: { response_match_score: 0.2 } } },
    }),
    "newer.evalset.json": evalSet({ c0: { user: "u0", answer: "something else" } }),
    "strict.json": { criteria: { response_match_score: 0.9 } },
    "nothing.jsonl": '{"type":"run"}\n',
  });
  await assay(["eval", "agent.mjs", "demo.evalset.json"], { cwd });
  const file = ["runs", "export", "latest", "--format", "jsonl", "--output", "held.jsonl"];
  expect((await assay(file, { cwd })).code).toBe(0);
  const score = (...args: string[]) =>
    assay(["score", ...args, "--reporter", "json=report.json"], { cwd });
  expect((await score("held.jsonl", "--config", "strict.json")).code).toBe(0);
  expect(report(cwd).cases[0].metrics[0]).toMatchObject({ threshold: 0.2, score: 1 });
  expect((await score("held.jsonl", "--eval_set", "newer.evalset.json")).code).toBe(1);
  const none = await score("nothing.jsonl");
  expect(none.code).toBe(2);
  expect(none.stderr).toContain("is no saved run");
  expect((await score("held.json")).stderr).toContain("There is no file held.json");
});

test("newer references are those of the case's own set, and of no other", async () => {
  const set = (id: string, answer: string) => evalSet({ same: { user: "u", answer } }, id);
  const cwd = project({
    "agent.mjs": slowEcho,
    "a.evalset.json": set("a", "u"),
    "b.evalset.json": set("b", "u"),
    "newer-a.json": set("a", "other words"),
    "c.json": set("c", "u"),
  });
  await assay(["eval", "agent.mjs", "a.evalset.json", "b.evalset.json"], { cwd });
  const args = ["score", "latest", "--eval_set", "newer-a.json", "--reporter", "json=report.json"];
  expect((await assay(args, { cwd })).code).toBe(1);
  const statuses = report(cwd).cases.map((each: { evalSetId: string; status: string }) => [
    each.evalSetId,
    each.status,
  ]);
  expect(statuses).toEqual([
    ["a", "failed"],
    ["b", "passed"],
  ]);
  const refused = await assay(["score", "latest", "--eval_set", "c.json"], { cwd });
  expect(refused.code).toBe(2);
  expect(said(refused.stderr)).toContain(
    'has the eval_set_id "c", and the run has no set of that id',
  );
});
