import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { collect } from "../../../src/api/collect.ts";
import { score } from "../../../src/api/score-saved.ts";
import { assay, project } from "../assay.ts";
import { workspace } from "./workspace.ts";

test("a damaged event is reported, and the rest of its run is shown", async () => {
  const cwd = await workspace();
  const database = new DatabaseSync(join(cwd, ".assay/assay.db"));
  database.exec("UPDATE events SET body = '{' WHERE type = 'case-end' AND eval_id = 'heat'");
  database.close();
  const { code, stdout, stderr } = await assay(["runs", "show", "4c1e7"], { cwd });
  expect(code).toBe(0);
  const told = stderr.match(/^warning {2}Event \d+ of run 20261117-025312-4c1e77 is damaged/gm);
  expect(told).toHaveLength(1);
  expect(stdout).toContain("1 passed, 1 failed, 1 not evaluated (1 not run), of 3");
});

test("what a program collected is scored by the config beside its set, by the command as by the program", async () => {
  const criteria = { response_match_score: 0.9 };
  const cwd = project({
    "smoke.evalset.json": {
      eval_set_id: "smoke",
      eval_cases: [
        { eval_id: "hi", conversation: [{ user_content: "hi", final_response: "hi there" }] },
      ],
    },
    "test_config.json": { criteria },
  });
  const held = await collect((text: string) => text, "smoke.evalset.json", { cwd });
  const { code, stdout } = await assay(["score", "latest"], { cwd });
  expect(stdout).toContain("response ≥ 0.9");
  expect(code).toBe(1);
  const { status, about } = await score(held.runId, { cwd });
  expect(status).toBe("failed");
  expect(about.sets[0]?.config.metrics).toContainEqual(
    expect.objectContaining({ name: "response_match_score", threshold: 0.9 }),
  );
});
