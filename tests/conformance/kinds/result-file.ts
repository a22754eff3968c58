import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import { expect } from "vitest";
import { isUserFacingError } from "../../../src/core/errors.ts";
import { evalSetResultSchema } from "../../../src/eval-sets/results/eval-result-schema.ts";
import {
  readResultFile,
  readStoredResult,
  writeResultFile,
} from "../../../src/eval-sets/results/result-file.ts";
import { type ConformanceKind, outcomeOf } from "../vector.ts";

interface ResultFileInput {
  readonly what: "read" | "write";
  /** Null: there is no such file. */
  readonly text: string | null;
  readonly id?: string;
  readonly app_name: string;
  readonly eval_set_id: string;
  readonly time: number;
  readonly eval_case_results: readonly unknown[];
}

interface ResultFileOutcome {
  readonly error?: unknown;
  readonly file?: string;
  readonly text?: string;
  readonly result?: unknown;
}

export const checks: ConformanceKind = {
  inputs: ["what", "text", "id", "app_name", "eval_set_id", "time", "eval_case_results"],
  async hold(vector) {
    const input = vector.input as unknown as ResultFileInput;
    const outcome = outcomeOf(vector) as unknown as ResultFileOutcome;
    const folder = await mkdtemp(join(tmpdir(), "assay-result-"));
    try {
      const act = input.what === "write" ? write(input, folder) : read(input, folder);
      if (outcome.error === undefined) expect(await act).toBe(wanted(input, outcome));
      else expect(await act.catch((error: unknown) => error)).toSatisfy(isUserFacingError);
    } finally {
      await rm(folder, { recursive: true });
    }
  },
};

async function write(input: ResultFileInput, agentsDir: string): Promise<string> {
  const { evalCaseResults } = readResultFile(
    JSON.stringify({
      eval_set_result_id: "any",
      eval_set_id: "any",
      eval_case_results: input.eval_case_results,
    }),
  );
  const path = await writeResultFile({
    agentsDir,
    appName: input.app_name,
    evalSetId: input.eval_set_id,
    time: input.time,
    caseResults: evalCaseResults,
  });
  const file = relative(agentsDir, path).replaceAll(sep, "/");
  return `${file}\n${normal(await readFile(path, "utf8"))}`;
}

async function read(input: ResultFileInput, agentFolder: string): Promise<string> {
  const history = join(agentFolder, ".adk/eval_history");
  await mkdir(history, { recursive: true });
  if (input.text !== null) {
    await writeFile(join(history, "kept.evalset_result.json"), input.text);
  }
  const result = await readStoredResult(agentFolder, input.id ?? "kept");
  return withoutNulls(evalSetResultSchema.write(result, "full"));
}

function wanted(input: ResultFileInput, outcome: ResultFileOutcome): string {
  return input.what === "write"
    ? `${outcome.file}\n${normal(outcome.text ?? "")}`
    : withoutNulls(outcome.result);
}

/** Same keys in the same order and the same values, however the numbers are written. */
function normal(text: string): string {
  return JSON.stringify(JSON.parse(text), null, 1);
}

function withoutNulls(value: unknown): string {
  return JSON.stringify(value, (_key, each) => (each === null ? undefined : each), 1);
}
