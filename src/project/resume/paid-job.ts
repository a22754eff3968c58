import { createHash } from "node:crypto";
import { ModelError } from "../../core/chat-model.ts";
import { UserFacingError } from "../../core/errors.ts";
import type { RunStartEvent } from "../../core/run.ts";
import type { RunInfo, RunInputs, RunKind } from "../../core/run-info.ts";
import type { RunStore } from "../../core/run-store.ts";
import type { ModelClient } from "../../models/index.ts";
import { callKeyOf } from "../../runner/journal/call-key.ts";
import { rememberEnvOf } from "../history/agent-of-run.ts";
import { packageVersion } from "../package-version.ts";
import { unmaskRun } from "../run/secrets/run-secrets.ts";
import { openCallRecord } from "./call-record.ts";
import { checkSameInputs } from "./check-unchanged.ts";

/**
 * Work that is no run of an agent and pays for models all the same. Its calls are in the journal under its own id; done
 * again under that id, it finds them there and asks only for the rest.
 */
export interface PaidJob {
  readonly runId: string;
  readonly store: RunStore;
  /** The same way to models, with every call kept. */
  keep(models: ModelClient): ModelClient;
  /** Calls that are kept so far. */
  count(): number;
  /** What it came to, for whoever reads of it later. */
  keepReport(report: object): void;
  /** The work is done. */
  end(detail: string): Promise<void>;
  close(): Promise<void>;
}

interface JobRequest {
  readonly store: RunStore;
  readonly runId: string;
  readonly kind: RunKind;
  /** What it is about, for whoever reads the journal. */
  readonly name: string;
  readonly command?: readonly string[] | undefined;
  readonly cwd: string;
  /** What a resume must ask for again. */
  readonly options: Readonly<Record<string, unknown>>;
  /** What its answers depend on beyond the questions: who answers them may be code. */
  readonly inputs?: RunInputs | undefined;
  /** From then on nothing new is asked; what was asked is waited for. */
  readonly stop: AbortSignal;
}

export async function openPaidJob(request: JobRequest): Promise<PaidJob> {
  const { store, runId, stop } = request;
  const about = aboutJob(request);
  const record = await openCallRecord({ store, id: runId, about, waits: false, signal: stop });
  try {
    const [start] = await store.runEvents(runId);
    if (start?.type === "run-start") checkSameInputs(start.about, about);
  } catch (error) {
    await record.close();
    throw error;
  }
  const earlier = record.calls().reduce((sum, { cost }) => sum + (cost ?? 0), 0);
  const times = new Map<string, number>();
  let kept: object | undefined;

  return {
    runId,
    store,
    keep(models) {
      // a ceiling for costs applies to all processes of the job together
      models.addSpent(earlier);
      return {
        ...models,
        call(call, signal) {
          if (stop.aborted)
            return Promise.reject(new ModelError("cancelled", "The work was stopped."));
          // equal questions are many questions: only its number among them distinguishes it
          const place = { evalSetId: request.kind, evalId: "", trial: 0, index: 0 };
          const hash = createHash("sha256").update(callKeyOf(place, call)).digest("hex");
          const time = times.get(hash) ?? 0;
          times.set(hash, time + 1);
          const key = { ...place, evalId: `${hash.slice(0, 16)}-${time + 1}` };
          return record.askFor(key, models)(call, signal);
        },
      };
    },
    count: () => record.calls().length,
    keepReport(report) {
      kept = report;
    },
    end: (detail) => record.end(detail, kept),
    close: record.close,
  };
}

function aboutJob({ kind, name, options, inputs, command, cwd }: JobRequest): RunInfo {
  return {
    kind,
    agent: { name },
    sets: [],
    caseCount: 0,
    trials: 1,
    require: "pooled",
    concurrency: 8,
    version: packageVersion(),
    command,
    cwd,
    options,
    inputs,
  };
}

/** What a stopped job asked for: the one that is named, else the newest that has not ended, else the newest. */
export async function findPaidJob(
  store: RunStore,
  kind: RunKind,
  named: string | undefined,
): Promise<{ readonly runId: string; readonly about: RunInfo }> {
  const all = (await store.list()).filter((run) => run.kind === kind);
  const own = named === undefined ? all : all.filter(({ runId }) => isNamed(runId, named));
  const found = own.find(({ endedAt }) => endedAt === undefined) ?? own[0];
  const events = found === undefined ? [] : await store.runEvents(found.runId);
  const start = events.find((event): event is RunStartEvent => event.type === "run-start");
  if (start !== undefined) {
    const { runId, about } = start;
    await rememberEnvOf(about, about.cwd ?? process.cwd());
    return { runId, about: unmaskRun(runId, about) };
  }
  const what = named === undefined ? "nothing to resume" : `no run "${named}" of this kind`;
  throw new UserFacingError("run/not-found", `There is ${what}.`, {
    hint: "Start it anew, without --resume.",
  });
}

/** By its whole id, or by its beginning or end, as runs are named elsewhere. */
function isNamed(runId: string, text: string): boolean {
  return runId === text || runId.startsWith(text) || runId.endsWith(text);
}
