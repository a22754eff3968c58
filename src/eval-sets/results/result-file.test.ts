import { mkdtemp, readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { isUserFacingError } from "../../core/errors.ts";
import type { EvalCaseResult } from "./eval-result-schema.ts";
import { listResults, readResultFile, readStoredResult, writeResultFile } from "./result-file.ts";

let agentsDir = "";

beforeEach(async () => {
  agentsDir = await mkdtemp(join(tmpdir(), "assay-results-"));
});

const bare: EvalCaseResult = {
  evalSetId: "night",
  evalId: "a",
  finalEvalStatus: 3,
  overallEvalMetricResults: [],
  evalMetricResultPerInvocation: [],
  sessionId: "s",
};

const written = { appName: "quay", evalSetId: "night", time: 1789000000 };

function refusal(text: string): string {
  try {
    readResultFile(text, { file: "r.json" });
  } catch (error) {
    if (!isUserFacingError(error)) throw error;
    return [error.place?.path, error.message, error.hint].filter(Boolean).join("\n");
  }
  throw new Error("was accepted");
}

function withCase(fields: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({
    eval_set_result_id: "r",
    eval_set_id: "s",
    eval_case_results: [
      {
        final_eval_status: 1,
        overall_eval_metric_results: [],
        eval_metric_result_per_invocation: [],
        session_id: "",
        ...fields,
      },
    ],
  });
}

test("a result is written with nulls and defaults under ADK's name for it", async () => {
  const path = await writeResultFile({ agentsDir, ...written, caseResults: [bare] });
  expect(path).toBe(
    join(agentsDir, "quay/.adk/eval_history/quay_night_1789000000.0.evalset_result.json"),
  );
  expect(await readFile(path, "utf8")).toMatchInlineSnapshot(`
    "{
      "eval_set_result_id": "quay_night_1789000000.0",
      "eval_set_result_name": "quay_night_1789000000.0",
      "eval_set_id": "night",
      "eval_case_results": [
        {
          "eval_set_file": null,
          "eval_set_id": "night",
          "eval_id": "a",
          "final_eval_status": 3,
          "eval_metric_results": null,
          "overall_eval_metric_results": [],
          "eval_metric_result_per_invocation": [],
          "session_id": "s",
          "session_details": null,
          "user_id": null
        }
      ],
      "creation_timestamp": 1789000000
    }"
  `);
});

test("what was written is listed and read back", async () => {
  await writeResultFile({ agentsDir, ...written, caseResults: [bare, { ...bare, evalId: "b" }] });
  const folder = join(agentsDir, "quay");
  expect(await listResults(folder)).toEqual(["quay_night_1789000000.0"]);
  const result = await readStoredResult(folder, "quay_night_1789000000.0");
  expect(result.evalCaseResults.map((each) => each.evalId)).toEqual(["a", "b"]);
});

test("an agent that was never evaluated has no results", async () => {
  expect(await listResults(join(agentsDir, "nobody"))).toEqual([]);
});

test.each(["../kept", "", "C:x"])("%j is no id of a result", async (id) => {
  await expect(readStoredResult(agentsDir, id)).rejects.toMatchObject({ code: "name/invalid" });
});

test("a set id that is a path is refused before anything is written", async () => {
  const evalSetId = "evals/night";
  const writing = writeResultFile({ agentsDir, ...written, evalSetId, caseResults: [] });
  await expect(writing).rejects.toMatchObject({ code: "name/invalid" });
  expect(await readdir(agentsDir)).toEqual([]);
});

test("a writer that fails leaves nothing behind", async () => {
  const broken = { ...bare, overallEvalMetricResults: undefined as never };
  const caseResults = [bare, broken, { ...bare, evalMetricResultPerInvocation: 1 as never }];
  const writing = writeResultFile({ agentsDir, ...written, caseResults });
  await expect(writing).rejects.toThrow(TypeError);
  expect(await readdir(join(agentsDir, "quay/.adk/eval_history"))).toEqual([]);
});

test("true is a status for Python, and a word is not", () => {
  const read = readResultFile(withCase({ final_eval_status: true }));
  expect(read.evalCaseResults[0]?.finalEvalStatus).toBe(1);
  expect(refusal(withCase({ final_eval_status: "PASSED" }))).toMatchInlineSnapshot(`
    "eval_case_results[0].final_eval_status
    eval_case_results[0].final_eval_status is "PASSED"; a status from 1 (passed) to 4 (informational) was expected.
    Write a status from 1 (passed) to 4 (informational) here."
  `);
});

test("a key that a case does not know is kept, one in a turn is refused", () => {
  const read = readResultFile(withCase({ assay: { trial: 1 } }));
  expect(read.evalCaseResults[0]?.extras).toEqual({ assay: { trial: 1 } });
  const turn = { actual_invocation: { user_content: { parts: [] }, newer: 1 } };
  expect(refusal(withCase({ eval_metric_result_per_invocation: [turn] }))).toContain(
    'has no key "newer"',
  );
});

test("shorthand that people write in eval sets is refused in results", () => {
  const turn = { actual_invocation: { user_content: "hello" } };
  expect(refusal(withCase({ eval_metric_result_per_invocation: [turn] }))).toContain("plain text");
});

test("why an event ended is a word in any case, and versions of artifacts are numbers", () => {
  const withEvent = (event: object) =>
    withCase({
      session_details: {
        id: "s",
        app_name: "a",
        user_id: "u",
        events: [{ author: "a", ...event }],
      },
    });
  const read = readResultFile(withEvent({ finish_reason: "stop" }));
  expect(read.evalCaseResults[0]?.sessionDetails?.events[0]?.finishReason).toBe("STOP");
  expect(refusal(withEvent({ finish_reason: 1 }))).toContain("finish_reason is 1");
  const delta = { actions: { artifact_delta: { "map.png": "new" } } };
  expect(refusal(withEvent(delta))).toContain('is "new"; a whole number was expected');
});

test("a file that was encoded twice is read", () => {
  const twice = JSON.stringify(JSON.stringify({ eval_set_result_id: "r", eval_set_id: "s" }));
  expect(readResultFile(twice)).toMatchObject({ evalSetResultId: "r", evalCaseResults: [] });
});

test("trailing commas and comments are no strict JSON", () => {
  expect(refusal('{"eval_set_result_id": "a",}')).toMatchInlineSnapshot(`
    "r.json is not strict JSON.
    Results files have no comments and no trailing commas."
  `);
});

test("results are written beside each other", async () => {
  const first = await writeResultFile({ agentsDir, ...written, caseResults: [] });
  await writeResultFile({ agentsDir, ...written, time: 1.5, caseResults: [] });
  expect((await readdir(dirname(first))).sort()).toEqual([
    ".gitignore",
    "quay_night_1.5.evalset_result.json",
    "quay_night_1789000000.0.evalset_result.json",
  ]);
});
