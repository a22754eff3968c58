import { existsSync } from "node:fs";
import { UserFacingError } from "../../core/errors.ts";
import { joinCase } from "../../core/folds/case-result.ts";
import { type RunSummary, runFold } from "../../core/folds/run-summary.ts";
import { type CaseResult, SCHEMA_VERSION } from "../../core/run.ts";
import type { RunListing, RunStore } from "../../core/run-store.ts";
import { nearest } from "../../core/text/nearest.ts";
import { namesRun, shortId } from "../../core/text/short-id.ts";
import { readConversations } from "./read-conversations.ts";

/** A run as it stands in the journal. `cases` reads every finished conversation in plan order, as often as asked. */
export interface LoadedRun {
  readonly summary: RunSummary;
  readonly cases: () => AsyncIterable<CaseResult>;
}

/**
 * Reads a run back. Whatever was left half done, begun again, or cannot be read whole any more is not counted; what its
 * model calls cost is.
 */
export async function loadRun(store: RunStore, runId: string): Promise<LoadedRun> {
  const run = runFold();
  const ofRun = await store.runEvents(runId);
  if (ofRun[0]?.type !== "run-start") throw await unreadableRun(store, runId);
  needReadable(ofRun[0], `Run ${runId}`);
  // first the start, so that the cases are counted against its plan; last how it ended
  run.apply(ofRun[0]);
  for await (const { start, turns, end, calls, isBroken } of readConversations(store, runId)) {
    for (const call of calls) run.apply(call);
    if (start === undefined || end === undefined || isBroken) continue;
    for (const event of [start, ...turns, end]) run.apply(event);
  }
  for (const event of ofRun.slice(1)) run.apply(event);
  return { summary: run.summary(), cases: () => readCases(store, runId) };
}

/**
 * The id of the run that `text` stands for: `latest` or nothing, an id, or the beginning of one.
 * `kind` narrows down what `latest` means; a run that is named may be of any kind.
 */
export async function findRun(
  store: RunStore,
  text = "latest",
  { kind, resumedBy }: { readonly kind?: RunListing["kind"]; readonly resumedBy?: string } = {},
): Promise<string> {
  const runs = await store.list();
  // what judges answered, and what was asked about them, are no runs of an agent
  const latest = runs.find((run) =>
    kind === undefined ? run.kind === "eval" || run.kind === "score" : run.kind === kind,
  );
  if (latest === undefined && (text === "latest" || runs.length === 0)) throw noRuns();
  if (text === "latest" && latest !== undefined) return latest.runId;
  const exact = runs.find((run) => run.runId === text);
  if (exact !== undefined) return exact.runId;
  const [only, ...others] = runs.filter((run) => namesRun(text, run.runId));
  if (only === undefined) throw unknownRun(text, runs, resumedBy);
  if (others.length > 0) throw ambiguousRun(text, [only, ...others], runs);
  return only.runId;
}

/** Every finished conversation of a run, in plan order. */
export async function* readCases(store: RunStore, runId: string): AsyncGenerator<CaseResult> {
  for await (const { start, turns, end, isBroken } of readConversations(store, runId)) {
    const result = end === undefined || isBroken ? undefined : joinCase({ start, turns }, end);
    if (result !== undefined) yield result;
  }
}

function noRuns(): UserFacingError {
  return new UserFacingError("run/not-found", "There are no runs here yet.", {
    hint: "Make one with assay eval, or go to the folder where you made one.",
  });
}

function unknownRun(
  text: string,
  runs: readonly RunListing[],
  resumedBy?: string,
): UserFacingError {
  const ids = runs.map((run) => run.runId);
  const short = new Map(ids.map((id) => [shortId(id, ids), id]));
  const near = nearest(text, ["latest", ...short.keys(), ...ids]);
  const hint = existsSync(text) ? notAPath(text, resumedBy) : undefined;
  const other = near === undefined ? "assay runs lists them." : `Did you mean ${near}?`;
  return new UserFacingError("run/not-found", `There is no run "${text}".`, {
    hint: hint ?? other,
  });
}

/** An option that may have a value takes the word after it; a run that goes on has its agent and its sets already. */
function notAPath(text: string, resumedBy: string | undefined): string {
  return resumedBy !== undefined
    ? `A run goes on with its own agent and eval sets, so name the run or nothing:  ${resumedBy} --resume`
    : `assay runs lists them. An agent or an eval set stands before an option that may name a run:  assay eval ${text} --failed`;
}

function ambiguousRun(
  text: string,
  found: readonly RunListing[],
  runs: readonly RunListing[],
): UserFacingError {
  const ids = runs.map((run) => run.runId);
  const names = found.slice(0, 5).map((run) => shortId(run.runId, ids));
  const more = found.length > names.length ? ` and ${found.length - names.length} more` : "";
  return new UserFacingError("run/not-found", `"${text}" could be ${found.length} runs.`, {
    hint: `Write more of the id: ${names.join(", ")}${more}.`,
  });
}

/** What a later version wrote may mean something else there: better no verdict than a wrong one. */
export function needReadable({ schemaVersion }: { schemaVersion: unknown }, what: string): void {
  if (typeof schemaVersion !== "number" || schemaVersion <= SCHEMA_VERSION) return;
  throw new UserFacingError("store/unusable", `${what} was written by a newer version of Assay.`, {
    hint: "Update Assay to read it.",
  });
}

/** Why a run cannot be read. */
export async function unreadableRun(store: RunStore, runId: string): Promise<UserFacingError> {
  const runs = await store.list();
  if (!runs.some((run) => run.runId === runId)) return unknownRun(runId, runs);
  return new UserFacingError("store/unusable", `The beginning of run ${runId} is damaged.`, {
    hint: "It cannot be read any more; assay runs rm removes it.",
  });
}
