import { setTimeout } from "node:timers/promises";
import { RealDate } from "../../core/async/own-timers.ts";
import type { CallModel, ChatReply } from "../../core/chat-model.ts";
import { UserFacingError } from "../../core/errors.ts";
import { keyOf } from "../../core/folds/open-cases.ts";
import { type CallEndEvent, type CaseKey, type RunEvent, SCHEMA_VERSION } from "../../core/run.ts";
import type { RunInfo } from "../../core/run-info.ts";
import type { RunStore } from "../../core/run-store.ts";
import { journaledCalls } from "../../runner/journal/call-journal.ts";
import type { ModelAccess } from "../../runner/run-plan.ts";
import { runMask, unmaskRun } from "../run/secrets/run-secrets.ts";

/** Model calls that belong to no conversation, under an id of their own in the journal. What is in it is never asked again. */
export interface CallRecord {
  /** Models as one part of the work may ask them. */
  askFor(key: CaseKey, models: ModelAccess): CallModel;
  /** Every call there is, made now or before. */
  calls(): readonly CallEndEvent[];
  /** The work is done; said once, with what it came to where somebody will want to read that again. */
  end(detail: string, report?: object): Promise<void>;
  close(): Promise<void>;
}

interface RecordRequest {
  readonly store: RunStore;
  readonly id: string;
  readonly about: RunInfo;
  /** The run that pays for what is missing, where the record is not its own. */
  readonly paidBy?: string | undefined;
  /** Whether to wait for another process that is at it: its answers are ours too. Else it is reported. */
  readonly waits: boolean;
  readonly signal: AbortSignal;
}

const LOOK_AGAIN = 100;

/** Records that this process is at: a store's lock keeps out others, not ourselves. */
const open = new Set<string>();

/** Opens a record, or begins it. */
export async function openCallRecord(request: RecordRequest): Promise<CallRecord> {
  const { id, store, waits, signal } = request;
  while (open.has(id) || !(await isOurs(id, store))) {
    if (!waits) throw busy(id);
    await setTimeout(LOOK_AGAIN, undefined, { signal });
  }
  try {
    return await readRecord(request);
  } catch (error) {
    open.delete(id);
    await store.unlock(id);
    throw error;
  }
}

/** Taken before it is locked, so that nobody of us slips in between. */
async function isOurs(id: string, store: RunStore): Promise<boolean> {
  open.add(id);
  let locked = false;
  try {
    locked = await store.lock(id);
    return locked;
  } finally {
    if (!locked) open.delete(id);
  }
}

async function readRecord({ store, id, about, paidBy }: RecordRequest): Promise<CallRecord> {
  let own = await store.runEvents(id);
  if (own.length > 0 && store.mend !== undefined) {
    // an answer that is not found any more would be paid for once more
    await store.mend();
    own = await store.runEvents(id);
  }
  const at = () => new RealDate().toISOString();
  const mask = runMask(id);
  const append = (event: RunEvent): Promise<void> => {
    const masked = mask.event(event);
    return store.append(masked.event, masked.text);
  };
  if (own.length === 0) {
    await append({
      type: "run-start",
      schemaVersion: SCHEMA_VERSION,
      runId: id,
      at: at(),
      about,
    });
  }
  const made: CallEndEvent[] = [];
  for await (const event of store.caseEvents(id)) if (event.type === "call-end") made.push(event);
  const finished = new Map<string, Map<string, ChatReply>>();
  for (const event of made) {
    const known = finished.get(keyOf(event)) ?? new Map<string, ChatReply>();
    // a judge may have repeated a secret, and what it said is read again as it was
    finished.set(keyOf(event), known.set(event.callKey, unmaskRun(id, event.reply)));
  }
  const appended = new WeakMap<RunEvent, Promise<void>>();

  return {
    askFor: (key, models) =>
      journaledCalls({
        runId: id,
        key,
        finished: finished.get(keyOf(key)),
        emit(event) {
          if (event.type !== "call-end") return;
          const call = paidBy === undefined ? event : { ...event, paidBy };
          made.push(call);
          const durable = append(call);
          // whoever asked meets the failure; until then it must not count as unhandled
          durable.catch(() => {});
          appended.set(event, durable);
        },
        durable: async (event) => await appended.get(event),
        issue: models.call,
        costOf: models.costOf,
      }),
    calls: () => made,
    async end(detail, report) {
      if (own.some(({ type }) => type === "run-end")) return;
      const end = { type: "run-end", runId: id, at: at(), status: "ended", detail } as const;
      await append(report === undefined ? end : { ...end, report });
    },
    async close() {
      open.delete(id);
      await store.unlock(id);
    },
  };
}

function busy(id: string): UserFacingError {
  return new UserFacingError("run/busy", `Another process is working on run ${id}.`, {
    hint: "Wait for it to end, or stop it first.",
  });
}
