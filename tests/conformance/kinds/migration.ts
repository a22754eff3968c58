import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import { isUserFacingError, UserFacingError } from "../../../src/core/errors.ts";
import type { EvalSet } from "../../../src/core/eval-set.ts";
import { pathSegment } from "../../../src/core/text/path-segment.ts";
import { migrate } from "../../../src/eval-sets/legacy/migrate.ts";
import { migrateFile } from "../../../src/eval-sets/legacy/migrate-file.ts";
import { defaultOldCriteria } from "../../../src/eval-sets/legacy/old-criteria.ts";
import { readEvalSet } from "../../../src/eval-sets/reading/read-eval-set.ts";
import { evalSetFileSchema } from "../../../src/eval-sets/schema/eval-set-file-schema.ts";
import { writeEvalSet } from "../../../src/eval-sets/write-eval-set.ts";
import { oldRowCriteria } from "../../../src/project/config/old-row-criteria.ts";
import { strictly } from "../strictly.ts";
import { type ConformanceKind, outcomeOf } from "../vector.ts";

interface MigrationInput {
  readonly via: "migrate" | "agent_evaluator" | "load_eval_set_from_file" | "local_manager";
  readonly text: string;
  readonly eval_set_id?: string;
  readonly config_text?: string;
  readonly initial_session?: unknown;
  readonly old_file?: string;
  readonly new_file?: string;
}

interface MigrationOutcome {
  readonly error?: unknown;
  readonly written_text?: string;
}

const time = 1789000000.25;
const volatile = { now: time, newId: () => "<uuid>" };

export const checks: ConformanceKind = {
  inputs: ["via", "text", "eval_set_id", "config_text", "initial_session", "old_file", "new_file"],
  async hold(vector) {
    const input = vector.input as unknown as MigrationInput;
    const outcome = outcomeOf(vector) as unknown as MigrationOutcome;
    const act = written(input, outcome.error !== undefined);
    if (outcome.error !== undefined) {
      expect(await act.catch((error: unknown) => error)).toSatisfy(isUserFacingError);
      return;
    }
    const wanted = (outcome.written_text ?? "").replaceAll('"<time>"', String(time));
    expect(normal(await act)).toBe(normal(wanted));
  },
};

async function written(input: MigrationInput, refused: boolean): Promise<string> {
  strictly(input.text);
  switch (input.via) {
    case "migrate":
      return fullText(await migrateOnDisk(input, refused));
    case "agent_evaluator":
      return writeEvalSet(readTestFile(input));
    case "load_eval_set_from_file":
      return writeEvalSet(readNamedCases(input));
    case "local_manager":
      // the id names a file there, which must be one of the app's folder
      pathSegment(input.eval_set_id ?? "", "Eval set");
      return writeEvalSet(readNamedCases(input));
    default:
      throw new Error(`${JSON.stringify(input.via)} is no entry point`);
  }
}

/** Everything, as the reference writes it here; a case's `assay` is ours, and unset in whatever is migrated. */
function fullText(evalSet: EvalSet): string {
  return JSON.stringify(evalSetFileSchema.write(evalSet, "full"), (key, value) =>
    key === "assay" && value === null ? undefined : value,
  );
}

async function migrateOnDisk(input: MigrationInput, refused: boolean): Promise<EvalSet> {
  const folder = await mkdtemp(join(tmpdir(), "assay-migration-"));
  const pathFor = (name: string) => (name === "" ? "" : join(folder, name));
  try {
    const oldPath = pathFor(input.old_file ?? "old.test.json");
    // another path that is refused is the path of a file that is missing
    const stored = refused ? pathFor("old.test.json") : oldPath;
    await mkdir(dirname(stored), { recursive: true });
    await writeFile(stored, input.text);
    if (input.config_text !== undefined) {
      await writeFile(join(dirname(stored), "test_config.json"), input.config_text);
    }
    const initialSessionFile =
      input.initial_session === undefined ? undefined : join(folder, "session.json");
    if (initialSessionFile !== undefined) {
      await writeFile(initialSessionFile, JSON.stringify(input.initial_session));
    }
    // as AgentEvaluator.migrateEvalDataToNewSchema asks for it
    return await migrateFile({
      ...volatile,
      evalSetId: "<uuid>",
      caseId: "<file>",
      form: "rows",
      criteria: await oldRowCriteria(oldPath),
      oldPath,
      newPath: pathFor(input.new_file ?? "new.evalset.json"),
      initialSessionFile,
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The reference takes a session only for old files; ours is given one only when it migrates. */
function readTestFile(input: MigrationInput): EvalSet {
  const given = input.initial_session;
  // null and numbers are sessions, too, and refused as such
  const isEmpty = typeof given === "object" && given !== null && Object.keys(given).length === 0;
  const hasSession = given !== undefined && !isEmpty;
  return input.text.trimStart().startsWith("[") || hasSession
    ? migrate(input.text, { ...rowsOf(input), initialSession: input.initial_session })
    : readAsAdk(input.text);
}

function readNamedCases(input: MigrationInput): EvalSet {
  const evalSetId = input.eval_set_id ?? "";
  return input.text.trimStart().startsWith("[")
    ? migrate(input.text, { ...volatile, evalSetId, caseId: "", form: "cases" })
    : readAsAdk(input.text);
}

/** Forms that we read and ADK refuses are refused here too. */
function readAsAdk(text: string): EvalSet {
  const { evalSet, adkIncompatibilities } = readEvalSet(text, { duplicates: "allow" });
  const [form] = adkIncompatibilities;
  if (form === undefined) return evalSet;
  throw new UserFacingError("eval-set/invalid", form.message);
}

function rowsOf(input: MigrationInput) {
  const criteria =
    input.config_text === undefined
      ? defaultOldCriteria
      : Object.keys(JSON.parse(input.config_text).criteria ?? {});
  return { ...volatile, evalSetId: "<uuid>", caseId: "<file>", form: "rows", criteria } as const;
}

function normal(text: string): string {
  return JSON.stringify(JSON.parse(text), null, 1);
}
