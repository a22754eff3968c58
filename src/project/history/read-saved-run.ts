import { UserFacingError } from "../../core/errors.ts";
import { caseKeyOf } from "../../core/folds/case-key.ts";
import { parseJson } from "../../core/json/json-text.ts";
import type { CaseResult, RunEvent } from "../../core/run.ts";
import type { RunInfo } from "../../core/run-info.ts";
import { isObject } from "../../core/schema/parse-context.ts";
import { readTextFile } from "../../files/read-text-file.ts";
import { memoryStore } from "../../stores/memory-store.ts";
import type { SavedRun } from "../run/score-run.ts";
import { loadRun, needReadable } from "./load-run.ts";

/** A run in a file, a line a thing: the events that `save` wrote, or the report of `--reporter jsonl` and `runs export`. */
export async function readSavedRun(path: string): Promise<SavedRun> {
  const text = await readTextFile(path, { what: "saved run" });
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const objects = lines.map((line) => objectIn(line, path));
  const [first] = objects;
  if (first?.type === "run") return fromReport(first, objects, path);
  if (typeof first?.runId !== "string") throw notSaved(path);
  return fromEvents(objects, path);
}

async function fromEvents(objects: readonly Line[], path: string): Promise<SavedRun> {
  const store = memoryStore();
  for (const object of objects) {
    if (typeof object.runId !== "string" || typeof object.type !== "string") throw notSaved(path);
    await store.append(object as unknown as RunEvent);
  }
  return loadRun(store, String(objects[0]?.runId));
}

/** A report has everything but what a case of a run knows of its plan. */
function fromReport(run: Line, objects: readonly Line[], path: string): SavedRun {
  needReadable({ schemaVersion: run.schemaVersion }, path);
  const about = aboutOf(run, path);
  const places = new Map<string, number>();
  const cases = objects
    .filter((object) => object.type === "case")
    .map((object): CaseResult => {
      // without the case itself its own thresholds and settings would be lost without a word
      if (!isObject(object.evalCase) || !Array.isArray(object.invocations)) throw tooOld(path);
      const key = caseKeyOf({ evalSetId: String(object.evalSetId), evalId: String(object.evalId) });
      const index = places.get(key) ?? places.size;
      places.set(key, index);
      const { type: _, tags: __, expected: ___, ...result } = object;
      return { ...(result as unknown as CaseResult), index };
    });
  return {
    summary: { runId: String(run.id), about },
    cases: async function* () {
      yield* cases;
    },
  };
}

function aboutOf(run: Line, path: string): RunInfo {
  const { agent, sets, trials, require, concurrency, version } = run;
  if (typeof run.id !== "string" || !isObject(agent) || !Array.isArray(sets)) throw notSaved(path);
  const known = sets as RunInfo["sets"];
  return {
    kind: "eval",
    agent: agent as unknown as RunInfo["agent"],
    sets: known,
    caseCount: known.reduce((sum, set) => sum + set.caseCount, 0),
    trials: Number(trials),
    require: require as RunInfo["require"],
    concurrency: Number(concurrency),
    version: String(version),
  };
}

type Line = Readonly<Record<string, unknown>>;

function objectIn(line: string, path: string): Line {
  try {
    const value: unknown = parseJson(line);
    if (isObject(value)) return value;
  } catch {
    // reported like any other line that is none of ours
  }
  throw notSaved(path);
}

function notSaved(path: string): UserFacingError {
  return new UserFacingError("run/not-found", `${path} is no saved run.`, {
    hint: "Give a file that save() or  assay runs export --format jsonl  wrote, or the id of a run.",
  });
}

function tooOld(path: string): UserFacingError {
  return new UserFacingError("run/not-found", `${path} was written without its cases.`, {
    hint: "Write it again with this version:  assay runs export RUN --format jsonl",
  });
}
