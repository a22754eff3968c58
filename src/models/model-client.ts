import { type CallModel, type ChatReply, type ModelCall, ModelError } from "../core/chat-model.ts";
import { answerWithin } from "./answer-within.ts";
import { type CallLimiter, callLimiter } from "./call-limiter.ts";
import type { CallQuota, QuotaTicket } from "./call-quota.ts";
import { type Clock, systemClock } from "./clock.ts";
import { costCeiling } from "./cost-ceiling.ts";
import { likelyCosts } from "./likely-cost.ts";
import { costOf, type ModelPrices, mostUsage } from "./model-prices.ts";
import { type OpenCall, openCalls } from "./open-calls.ts";
import { givenUp, isWorthAnotherTry, triesFor } from "./retry-policy.ts";

export interface ModelClientOptions {
  readonly clock?: Clock | undefined;
  /** Milliseconds that one call may take. */
  readonly callTimeout?: number | undefined;
  /** Milliseconds of waiting for a provider, in all, before a call is given up. */
  readonly patience?: number | undefined;
  /** US dollars for the whole run. */
  readonly maxCost?: number | undefined;
  readonly prices?: ModelPrices | undefined;
  /** What is shared with other processes; the ceiling for costs is kept there then. */
  readonly quota?: CallQuota | undefined;
}

/** Calls models, with deadlines, retry, a shared cool-down and a ceiling for costs around every call. */
export interface ModelClient {
  readonly call: CallModel;
  costOf(call: ModelCall, reply: ChatReply): number | undefined;
  /** US dollars so far, as far as prices are known. */
  spent(): number;
  /** Counts what an earlier process of the run has paid. */
  addSpent(dollars: number): void;
  /** A model that answered elsewhere is one that is there: it is given more time than a stranger. */
  addAnswered(model: string): void;
  /** What is waited for, in a sentence, when a provider asked us to wait. */
  waitingFor(): string | undefined;
}

const CALL_TIMEOUT = 120_000;
const PATIENCE = 600_000;
const MOST_TRIES = 8;
const FIRST_BACKOFF = 1_000;
const LONGEST_BACKOFF = 60_000;
/** So many failures in a row, of whichever calls, are an outage: all wait for its end together. */
const OUTAGE = 10;
/** Tries beyond the first that a run may always make, however few calls it has. */
const SPARE_TRIES = 20;

export function modelClient(options: ModelClientOptions = {}): ModelClient {
  const { clock = systemClock, callTimeout = CALL_TIMEOUT, patience = PATIENCE } = options;
  const limiters = new Map<string, CallLimiter>();
  const answered = new Set<string>();
  const open = openCalls(clock);
  let calls = 0;
  let retries = 0;
  const { quota } = options;
  const ceiling = costCeiling(quota === undefined ? options.maxCost : undefined);
  const likely = likelyCosts();

  function limiterOf({ model }: ModelCall): CallLimiter {
    const known = limiters.get(model.id) ?? callLimiter(clock);
    limiters.set(model.id, known);
    return known;
  }

  /** Under a ceiling a call whose tokens nobody counted costs what it can have cost at most. */
  function priced({ model, request }: ModelCall, reply: ChatReply): number | undefined {
    const known = costOf(model.id, reply, options.prices);
    if (options.maxCost === undefined || (known !== undefined && isCounted(reply))) return known;
    const most = costOf(model.id, { ...reply, usage: mostUsage(request, reply) }, options.prices);
    return most === undefined || Number.isNaN(known) ? most : Math.max(most, known ?? 0);
  }

  function pay(call: ModelCall, reply: ChatReply): number {
    const cost = priced(call, reply) ?? 0;
    ceiling.add(cost);
    likely.learn(call, cost);
    return cost;
  }

  async function once(call: ModelCall, signal: AbortSignal): Promise<ChatReply> {
    const limiter = limiterOf(call);
    await limiter.acquire(signal);
    let outcome: "answered" | "limited" | "failed" | "not-made" = "not-made";
    let release: (() => void) | undefined;
    let ticket: QuotaTicket | undefined;
    let answer: { readonly reply: ChatReply; readonly cost: number } | undefined;
    try {
      ticket = await quota?.begin(call, () => likely.of(call), signal);
      // others may have spent what was left while this one waited for its turn
      if (quota === undefined && options.maxCost !== undefined)
        release = await ceiling.reserve(() => likely.of(call), signal);
      outcome = "failed";
      const reply = await answerWithin(call.model, call.request, {
        milliseconds: callTimeout,
        signal,
        late: () => lateCall(call, callTimeout),
        stopped: () => stoppedCall(call, signal),
      });
      outcome = "answered";
      answered.add(call.model.id);
      answer = { reply, cost: pay(call, reply) };
      return reply;
    } catch (error) {
      if (error instanceof ModelError && error.fault === "rate-limit") outcome = "limited";
      throw error;
    } finally {
      limiter.release(outcome);
      release?.();
      const usage = answer?.reply.usage;
      const tokens = usage === undefined ? undefined : usage.input + usage.output;
      ticket?.end({ made: outcome !== "not-made", tokens, cost: answer?.cost });
    }
  }

  function isOutage(call: ModelCall): boolean {
    return limiterOf(call).consecutiveFailures() >= OUTAGE;
  }

  /** The first who notices makes everybody cool down, each time for longer. */
  function outagePause(limiter: CallLimiter): number {
    const left = limiter.coolDownLeft();
    if (left > 0) return left;
    const pause = Math.min(
      LONGEST_BACKOFF,
      FIRST_BACKOFF * 2 ** (limiter.consecutiveFailures() - OUTAGE),
    );
    limiter.coolDown(pause * (0.5 + 0.5 * clock.random()), "outage");
    return limiter.coolDownLeft();
  }

  function pauseBefore(error: ModelError, attempt: number, call: ModelCall): number {
    const backoff = Math.min(LONGEST_BACKOFF, FIRST_BACKOFF * 2 ** attempt);
    // a server that is gone is not waited for together: each call finds out for itself, and soon
    if (error.fault === "unreachable") return clock.random() * backoff;
    if (error.fault !== "rate-limit" && error.retryAfterMs === undefined) {
      return isOutage(call) ? outagePause(limiterOf(call)) : clock.random() * backoff;
    }
    // the provider's word is a floor, and everybody's: nobody asks before it, and not all at once after it
    const floor = error.retryAfterMs ?? backoff;
    const pause = floor * (1 + 0.2 * clock.random());
    limiterOf(call).coolDown(pause);
    quota?.rest(call.model.id, pause);
    return pause;
  }

  /** How long to wait before another try; throws when there is to be none. */
  function pauseAfter(error: unknown, call: ModelCall, tries: number, waited: number): number {
    if (!(error instanceof ModelError) || !isWorthAnotherTry(error)) throw error;
    if (tries >= triesFor(error, answered.has(call.model.id))) throw givenUp(error, tries);
    const pause = pauseBefore(error, tries - 1, call);
    if (waited + pause > patience) throw givenUp(error, tries);
    // who waits with all others does no harm: only patience ends that
    if (error.fault === "rate-limit" || isOutage(call)) return pause;
    if (tries >= MOST_TRIES || retries >= SPARE_TRIES + calls * 0.1) throw givenUp(error, tries);
    retries += 1;
    return pause;
  }

  /** Milliseconds of a cool-down that others brought about; nobody joins one that is longer than they would wait. */
  function coolDownBefore(call: ModelCall, waited: number): number {
    const left = limiterOf(call).coolDownLeft();
    if (waited + left <= patience) return left;
    const seconds = Math.ceil(left / 1000);
    throw new ModelError("rate-limit", `${call.model.id} wants nobody to ask for ${seconds} s.`);
  }

  async function callModel(call: ModelCall, signal: AbortSignal): Promise<ChatReply> {
    calls += 1;
    const state = open.begin(call.model.id);
    try {
      return await tryAgain(call, signal, state);
    } finally {
      open.end(state);
    }
  }

  async function tryAgain(
    call: ModelCall,
    signal: AbortSignal,
    state: OpenCall,
  ): Promise<ChatReply> {
    let waited = 0;
    for (let tries = 1; ; tries += 1) {
      state.tries = tries;
      ceiling.check();
      waited += coolDownBefore(call, waited);
      try {
        return await once(call, signal);
      } catch (error) {
        if (signal.aborted) throw stoppedCall(call, signal);
        const pause = pauseAfter(error, call, tries, waited);
        waited += pause;
        await clock.sleep(pause, signal).catch(() => {
          throw stoppedCall(call, signal, error);
        });
      }
    }
  }

  return {
    call: callModel,
    costOf: priced,
    spent: ceiling.spent,
    addAnswered(model) {
      answered.add(model);
    },
    addSpent: ceiling.add,
    waitingFor() {
      for (const [id, limiter] of limiters) {
        const left = limiter.coolDownLeft();
        const longest = Math.max(left, quota?.restLeft(id) ?? 0);
        if (longest > 0) return `waiting for ${id}, asked again in ${Math.ceil(longest / 1000)} s`;
      }
      return open.waitText();
    },
  };
}

/** Proxies say 0, or something that is no count at all, where they have not counted. */
function isCounted({ usage, text }: ChatReply): boolean {
  return usage !== undefined && usage.input > 0 && (usage.output > 0 || text === "");
}

/** Which call it was, why it was stopped, and what it had met with until then. */
function stoppedCall(call: ModelCall, { reason }: AbortSignal, error?: unknown): ModelError {
  const why =
    reason instanceof Error && reason.name === "DeadlinePassed" ? ` ${reason.message}` : "";
  const met = error instanceof Error ? ` Before that: ${error.message}` : "";
  const message = `The call to ${call.model.id} was stopped (${nameOf(call)}).${why}${met}`;
  return new ModelError("cancelled", message, { cause: error });
}

function nameOf({ step, turn, sample }: ModelCall): string {
  return `${step}, turn ${turn + 1}, sample ${sample + 1}`;
}

function lateCall(call: ModelCall, milliseconds: number): ModelError {
  const seconds = milliseconds / 1000;
  return new ModelError(
    "timeout",
    `${call.model.id} did not answer within ${seconds} s (${nameOf(call)}).`,
  );
}
