import { caseFold, keyOf } from "../core/case-result.ts";
import { UserFacingError } from "../core/errors.ts";
import { nearest } from "../core/nearest.ts";
import type { CaseResult, RunEvent } from "../core/run.ts";
import type { RunListing, RunStore } from "../core/run-store.ts";
import { type RunSummary, runFold } from "../core/run-summary.ts";
import { namesRun, shortId } from "../core/short-id.ts";

/** A run as it stands in the journal. `cases` reads every finished conversation in plan order, as often as asked. */
export interface LoadedRun {
  readonly summary: RunSummary;
  readonly cases: () => AsyncIterable<CaseResult>;
}

/** Reads a run back. Whatever was left half done, or begun again, is not counted. */
export async function loadRun(store: RunStore, runId: string): Promise<LoadedRun> {
  const run = runFold();
  const ofRun = await store.runEvents(runId);
  if (ofRun[0]?.type !== "run-start") throw await unreadableRun(store, runId);
  // first the start, so that the cases are counted against its plan; last how it ended
  run.apply(ofRun[0]);
  for await (const conversation of finishedConversations(store, runId)) {
    for (const event of conversation) run.apply(event);
  }
  for (const event of ofRun.slice(1)) run.apply(event);
  return { summary: run.summary(), cases: () => readCases(store, runId) };
}

/** The id of the run that `text` stands for: `latest` or nothing, an id, or the beginning of one. */
export async function findRun(store: RunStore, text = "latest"): Promise<string> {
  const runs = await store.list();
  // what judges answered, and what was asked about them, are no runs of an agent
  const latest = runs.find(({ kind }) => kind === "eval" || kind === "score");
  if (text === "latest") {
    if (latest === undefined) throw noRuns();
    return latest.runId;
  }
  if (runs.length === 0) throw noRuns();
  const exact = runs.find((run) => run.runId === text);
  if (exact !== undefined) return exact.runId;
  const [only, ...others] = runs.filter((run) => namesRun(text, run.runId));
  if (only === undefined) throw unknownRun(text, runs);
  if (others.length > 0) throw ambiguousRun(text, [only, ...others], runs);
  return only.runId;
}

async function* readCases(store: RunStore, runId: string): AsyncGenerator<CaseResult> {
  for await (const conversation of finishedConversations(store, runId)) {
    const fold = caseFold();
    for (const event of conversation) {
      const result = fold.apply(event);
      if (result !== undefined) yield result;
    }
  }
}

/** The events of each conversation that ended, from its last beginning to its first end. */
async function* finishedConversations(
  store: RunStore,
  runId: string,
): AsyncGenerator<readonly RunEvent[]> {
  let key: string | undefined;
  let ended = false;
  let events: RunEvent[] = [];
  for await (const event of store.caseEvents(runId)) {
    if (!("evalId" in event)) continue;
    const next = keyOf(event);
    if (next !== key) {
      key = next;
      ended = false;
      events = [];
    }
    if (ended) continue;
    if (event.type === "case-start") events = [];
    events.push(event);
    if (event.type !== "case-end") continue;
    ended = true;
    // without its beginning (damaged) a conversation cannot be told, so it does not count as evaluated
    if (events[0]?.type === "case-start") yield events;
  }
}

function noRuns(): UserFacingError {
  return new UserFacingError("run/not-found", "There are no runs here yet.", {
    hint: "Make one with assay eval, or go to the folder where you made one.",
  });
}

function unknownRun(text: string, runs: readonly RunListing[]): UserFacingError {
  const ids = runs.map((run) => run.runId);
  const short = new Map(ids.map((id) => [shortId(id, ids), id]));
  const near = nearest(text, [...short.keys(), ...ids]);
  const hint = near === undefined ? "assay runs lists them." : `Did you mean ${near}?`;
  return new UserFacingError("run/not-found", `There is no run "${text}".`, { hint });
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

async function unreadableRun(store: RunStore, runId: string): Promise<UserFacingError> {
  const runs = await store.list();
  if (!runs.some((run) => run.runId === runId)) return unknownRun(runId, runs);
  return new UserFacingError("store/unusable", `The beginning of run ${runId} is damaged.`, {
    hint: "It cannot be read any more; assay runs rm removes it.",
  });
}
