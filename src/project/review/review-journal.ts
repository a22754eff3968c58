import { RealDate } from "../../core/async/own-timers.ts";
import { UserFacingError } from "../../core/errors.ts";
import { type RunEvent, SCHEMA_VERSION } from "../../core/run.ts";
import type { ReviewedThing, RunInfo } from "../../core/run-info.ts";
import type { RunStore } from "../../core/run-store.ts";
import { newRunId } from "../run/run-prepared.ts";

/** Something that a person is to look at, and what they said of it. */
export interface ReviewItem {
  readonly id: string;
  readonly of: ReviewedThing;
  readonly addedAt: string;
  /** Who put it there, where people sign in. */
  readonly addedBy?: string | undefined;
  /** Undefined as long as nobody has said anything. */
  readonly said?: SaidOfItem | undefined;
}

interface SaidOfItem {
  readonly says: "right" | "wrong";
  readonly at: string;
  readonly by?: string | undefined;
}

/** Who does it, where people sign in, and with which version. */
interface Doing {
  readonly by: string | undefined;
  readonly version: string;
}

/** Everything that was put into review, what was put there first being first. */
export async function listReview(store: RunStore): Promise<readonly ReviewItem[]> {
  const items: ReviewItem[] = [];
  for (const { runId, kind } of await store.list()) {
    if (kind !== "review") continue;
    const item = itemOf(runId, await store.runEvents(runId));
    if (item !== undefined) items.unshift(item);
  }
  return items;
}

export async function readReview(store: RunStore, id: string): Promise<ReviewItem> {
  const item = itemOf(id, await store.runEvents(id));
  if (item !== undefined) return item;
  throw new UserFacingError("review/not-found", `Nothing in review is called ${id}.`, {
    hint: "Somebody may have taken it out. GET /api/v1/review lists what is there.",
  });
}

/** What waits there already is not put there again: its id is given all the same. */
export async function addToReview(
  store: RunStore,
  things: readonly ReviewedThing[],
  { by, version }: Doing,
): Promise<readonly { readonly id: string; readonly isNew: boolean }[]> {
  const waiting = (await listReview(store)).filter(({ said }) => said === undefined);
  const known = new Map(waiting.map(({ id, of }) => [keyOf(of), id]));
  const added: { readonly id: string; readonly isNew: boolean }[] = [];
  for (const thing of things) {
    const key = keyOf(thing);
    const old = known.get(key);
    const id = old ?? newRunId();
    if (old === undefined) await store.append(startOf(id, thing, { by, version }));
    known.set(key, id);
    added.push({ id, isNew: old === undefined });
  }
  await store.flush();
  return added;
}

/** Null takes back what was said: it waits again. */
export async function sayInReview(
  store: RunStore,
  id: string,
  { says, by }: { readonly says: "right" | "wrong" | null; readonly by: string | undefined },
): Promise<void> {
  const report = { says, ...(by !== undefined && { by }) };
  const at = new RealDate().toISOString();
  await store.append({ type: "run-end", runId: id, at, status: "ended", report });
  await store.flush();
}

export async function removeFromReview(store: RunStore, id: string): Promise<void> {
  await readReview(store, id);
  await store.remove(id);
}

function startOf(runId: string, review: ReviewedThing, { by, version }: Doing): RunEvent {
  const about: RunInfo = {
    kind: "review",
    agent: { name: "" },
    sets: [],
    caseCount: 0,
    trials: 1,
    require: "pooled",
    concurrency: 1,
    version,
    review,
    ...(by !== undefined && { options: { by } }),
  };
  const at = new RealDate().toISOString();
  return { type: "run-start", schemaVersion: SCHEMA_VERSION, runId, at, about };
}

function itemOf(id: string, events: readonly RunEvent[]): ReviewItem | undefined {
  const [start] = events;
  if (start?.type !== "run-start" || start.about.kind !== "review") return undefined;
  const { review = {}, options } = start.about;
  const by = options?.by as string | undefined;
  const end = events.findLast((event) => event.type === "run-end");
  const report = end?.report as
    | { readonly says: "right" | "wrong" | null; readonly by?: string }
    | undefined;
  const said =
    end === undefined || report === undefined || report.says === null
      ? undefined
      : { says: report.says, at: end.at, by: report.by };
  return { id, of: review, addedAt: start.at, addedBy: by, said };
}

/** The same for the same thing. */
function keyOf({
  session,
  chat,
  run,
  set,
  case: evalId,
  trial = 0,
  metric,
  answer,
}: ReviewedThing) {
  return JSON.stringify([session, chat, run, set, evalId, trial, metric, answer]);
}
