import { randomUUID } from "node:crypto";
import { performance } from "../core/async/own-timers.ts";
import { type ModelCall, ModelError } from "../core/chat-model.ts";
import { stoppedWaiting, systemClock } from "../models/clock.ts";
import type { CallQuota, QuotaTicket } from "../models/index.ts";
import type { PostgresClient } from "../stores/postgres/postgres-client.ts";

interface QuotaOptions {
  readonly client: PostgresClient;
  /** The run whose ceiling counts. */
  readonly runId: string;
  /** US dollars for all its model calls of ours, on all machines. */
  readonly maxCost: number | undefined;
}

/** How long a call counts as under way when nobody says that it is over: longer than one may take. */
const LEASE_SECONDS = 180;
const LONGEST_LOOK = 1000;
/** About so many characters are a token. */
const CHARACTERS = 4;
/** Tokens that an answer is taken to have before it is there. */
const ANSWER_TOKENS = 500;

interface Verdict {
  readonly verdict: "go" | "wait" | "rest" | "spent";
  readonly wait: number | null;
  readonly total: number;
}

/** The limits of all machines, kept in one database. Whoever waits here looks again when its turn may have come. */
export interface SharedQuota extends CallQuota {
  /** Calls that wait right now. */
  waiting(): number;
}

export function sharedQuota({ client, runId, maxCost }: QuotaOptions): SharedQuota {
  const rests = new Map<string, number>();
  const queues = new Map<string, Promise<unknown>>();
  let waiting = 0;

  /** One call of a model after the other asks, so that those of a process do not press each other. */
  async function inOrder<T>(model: string, work: () => Promise<T>): Promise<T> {
    const before = queues.get(model);
    const done = Promise.withResolvers<void>();
    const mine = (before ?? Promise.resolve()).then(() => done.promise);
    queues.set(model, mine);
    try {
      await before;
      return await work();
    } finally {
      done.resolve();
      if (queues.get(model) === mine) queues.delete(model);
    }
  }

  async function ask(id: string, call: ModelCall, dollars: number | undefined): Promise<Verdict> {
    const [verdict] = await client.query<Verdict>(BEGIN, [
      id,
      call.model.id,
      tokensOf(call),
      LEASE_SECONDS,
      runId,
      dollars ?? null,
      maxCost ?? null,
    ]);
    return verdict ?? { verdict: "go", wait: 0, total: 0 };
  }

  /** Milliseconds until another look; undefined for a call that may begin. */
  function pauseBy({ verdict, wait, total }: Verdict, model: string): number | undefined {
    if (verdict === "go") return undefined;
    if (verdict === "spent") throw spent(maxCost, total);
    if (verdict === "rest") rests.set(model, performance.now() + (wait ?? 0));
    // not all of them at once, on all machines
    return Math.min(LONGEST_LOOK, wait ?? 0) * (1 + 0.2 * Math.random());
  }

  async function untilLet(
    call: ModelCall,
    likely: () => number | undefined,
    signal: AbortSignal,
  ): Promise<string> {
    const id = randomUUID();
    try {
      for (;;) {
        if (signal.aborted) throw stoppedWaiting();
        const pause = pauseBy(await ask(id, call, likely()), call.model.id);
        if (pause === undefined) return id;
        await systemClock.sleep(pause, signal);
      }
    } catch (error) {
      // nobody waits for one that has given up
      if (maxCost !== undefined) client.query(GIVE_UP, [runId, id]).catch(() => {});
      throw error;
    }
  }

  return {
    waiting: () => waiting,
    async begin(call, likely, signal) {
      waiting += 1;
      try {
        const id = await inOrder(call.model.id, () => untilLet(call, likely, signal));
        return ticket(client, id);
      } finally {
        waiting -= 1;
      }
    },
    rest(model, milliseconds) {
      rests.set(model, performance.now() + milliseconds);
      // whoever is not told of it hears the same from the provider
      client.query(REST, [model, milliseconds]).catch(() => {});
    },
    restLeft: (model) => Math.max(0, (rests.get(model) ?? 0) - performance.now()),
  };
}

function ticket(client: PostgresClient, id: string): QuotaTicket {
  return {
    end({ made, tokens, cost }) {
      // what is not said is over when its lease is
      client.query(END, [id, tokens ?? null, cost ?? 0, made]).catch(() => {});
    },
  };
}

function tokensOf({ request }: ModelCall): number {
  return (
    Math.ceil(JSON.stringify(request).length / CHARACTERS) +
    (request.maxOutputTokens ?? ANSWER_TOKENS)
  );
}

function spent(maxCost: number | undefined, total: number): ModelError {
  return new ModelError(
    "budget",
    `The run's ceiling of $${maxCost} is reached; $${total.toFixed(4)} were spent.`,
  );
}

const BEGIN = "SELECT verdict, wait, total FROM assay.begin_call($1, $2, $3, $4, $5, $6, $7)";
const END = "SELECT assay.end_call($1, $2, $3, $4)";
const GIVE_UP = "UPDATE assay.dispatches SET turn_of = NULL WHERE run_id = $1 AND turn_of = $2";
const REST = `
INSERT INTO assay.limits (model, rests_until) VALUES ($1, clock_timestamp() + $2 * interval '1 millisecond')
ON CONFLICT (model) DO UPDATE SET rests_until = greatest(limits.rests_until, excluded.rests_until)`;
