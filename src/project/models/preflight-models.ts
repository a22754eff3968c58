import { beforeCases, preflightRequest } from "../../core/calls/preflight.ts";
import {
  type ChatModel,
  type ChatReply,
  type ModelCall,
  ModelError,
  type ModelFault,
} from "../../core/chat-model.ts";
import { messageOf, UserFacingError } from "../../core/errors.ts";
import type { CallEndEvent } from "../../core/run.ts";
import { answerWithin } from "../../models/answer-within.ts";
import { systemClock } from "../../models/clock.ts";
import type { ModelClient } from "../../models/index.ts";
import { keyNamesOf } from "../../models/providers/providers.ts";
import type { FinishedCalls } from "../../runner/journal/call-journal.ts";
import { callKeyOf } from "../../runner/journal/call-key.ts";

/** A model that a run will ask, and what for. */
export interface AskedModel {
  readonly model: ChatModel;
  readonly role: ModelCall["role"];
}

/** What a model answered before the run; the run's journal keeps it as its first calls. */
export type PreflightCall = Omit<CallEndEvent, "runId">;

export interface PreflightOptions {
  readonly access: Pick<ModelClient, "addAnswered" | "addSpent" | "costOf">;
  /** Calls that an earlier process of the run has in its journal; a model that answered it is not asked again. */
  readonly finished?: FinishedCalls | undefined;
  readonly signal: AbortSignal;
  /** Hears what is waited for, every few seconds. */
  readonly onWaiting?: ((what: string) => void) | undefined;
}

/** A model on one's own machine may have to be loaded first. */
const TIMEOUT_MS = 60_000;
const TELL_EVERY_MS = 5_000;
/** Names that cannot be looked up and lines that break get better by themselves, now and then. */
const MOST_TRIES = 3;
const PAUSE_MS = 1_000;

/**
 * Asks each model one small question, so that a wrong key, a model that does not exist or a server that is not there is reported
 * before any agent is called. A model that is there and only busy is let be: the run has patience.
 */
export async function preflightModels(
  models: readonly AskedModel[],
  options: PreflightOptions,
): Promise<readonly PreflightCall[]> {
  const calls = await Promise.all(models.map((asked) => preflight(asked, options)));
  return calls.flatMap((call) => (call === undefined ? [] : [call]));
}

async function preflight(
  { model, role }: AskedModel,
  options: PreflightOptions,
): Promise<PreflightCall | undefined> {
  const { access, finished, signal } = options;
  const place = { turn: -1, step: "preflight", sample: 0 } as const;
  const call: ModelCall = { role, model, request: preflightRequest, ...place };
  const callKey = callKeyOf(beforeCases, call);
  if (finished?.has(callKey) === true || signal.aborted) return undefined;
  const began = performance.now();
  let reply: ChatReply;
  try {
    reply = await askInTime(model, options);
  } catch (error) {
    const fault = error instanceof ModelError ? error.fault : "invalid";
    if (signal.aborted || passing.has(fault)) return undefined;
    throw notThere(model, fault, error);
  }
  const milliseconds = Math.round(performance.now() - began);
  access.addAnswered(model.id);
  // what took no tokens, as with the servers of assay/testing, need not be kept from being paid for twice
  if (reply.usage?.input === 0 && reply.usage.output === 0) return undefined;
  const cost = access.costOf(call, reply);
  access.addSpent(cost ?? 0);
  const about = { type: "call-end", ...beforeCases, callKey, role, model: model.id } as const;
  return { ...about, ...place, reply, milliseconds, cost };
}

/** Whoever says such a thing is there and has let us in; what it is passes, and the run waits for that. */
const passing: ReadonlySet<ModelFault> = new Set(["rate-limit", "server", "cancelled", "too-long"]);

async function askInTime(model: ChatModel, options: PreflightOptions): Promise<ChatReply> {
  const { signal, onWaiting } = options;
  const began = performance.now();
  let tries = 1;
  const reminder = setInterval(() => {
    const seconds = Math.round((performance.now() - began) / 1000);
    const which = tries === 1 ? "" : `, ${tries === 2 ? "2nd" : "3rd"} try`;
    onWaiting?.(`waiting for ${model.id}${which}, ${seconds} s`);
  }, TELL_EVERY_MS);
  try {
    for (; ; tries += 1) {
      try {
        return await generateInTime(model, signal);
      } catch (error) {
        const isNetwork = error instanceof ModelError && error.fault === "network";
        if (!isNetwork || tries === MOST_TRIES || signal.aborted) throw error;
        await systemClock.sleep(PAUSE_MS * tries, signal).catch(() => {});
      }
    }
  } finally {
    clearInterval(reminder);
  }
}

function generateInTime(model: ChatModel, signal: AbortSignal): Promise<ChatReply> {
  const seconds = TIMEOUT_MS / 1000;
  return answerWithin(model, preflightRequest, {
    milliseconds: TIMEOUT_MS,
    signal,
    late: () => new ModelError("timeout", `${model.id} did not answer within ${seconds} s.`),
    stopped: () => new ModelError("cancelled", `${model.id} was not waited for.`),
  });
}

function notThere({ id }: ChatModel, fault: ModelFault, error: unknown): UserFacingError {
  const why = messageOf(error);
  return new UserFacingError("model/failed", why, {
    hint: `${whatNow(id, fault)} No agent was called.`,
    cause: error,
  });
}

function whatNow(id: string, fault: ModelFault): string {
  const [key] = keyNamesOf(id);
  switch (fault) {
    case "auth":
      return key === undefined ? "Its server wants a key." : `Check the key in ${key}.`;
    case "quota":
      return "Its account has run out; top it up, or name another model.";
    case "invalid":
      return `Check the name ${id} and the settings of its criterion.`;
    default:
      return "Start its server, or correct its address: --base_url, or base_url in the config.";
  }
}
