import { lookFirst } from "../../core/async/look-first.ts";
import { performance, RealDate } from "../../core/async/own-timers.ts";
import { prove } from "../../core/calls/proven-replies.ts";
import type { CallModel, ChatReply, ModelCall } from "../../core/chat-model.ts";
import type { CaseKey, RunEvent } from "../../core/run.ts";
import { callKeyOf } from "./call-key.ts";

/** Replies that an earlier process of the run already has, by call key. */
export type FinishedCalls = ReadonlyMap<string, ChatReply>;

interface JournalRequest {
  readonly runId: string;
  readonly key: CaseKey;
  readonly finished?: FinishedCalls | undefined;
  readonly emit: (event: RunEvent) => void;
  /** Resolves when an emitted event is in the journal for good. */
  readonly durable?: ((event: RunEvent, signal: AbortSignal) => Promise<void>) | undefined;
  /** Sends a call through deadlines, retry and limits. */
  readonly issue: CallModel;
  /** What a reply cost, when the model's price is known. */
  readonly costOf?: ((call: ModelCall, reply: ChatReply) => number | undefined) | undefined;
}

/** The models as one case may ask them: each call is journaled when its reply is there, and a journaled one is replayed. */
export function journaledCalls(request: JournalRequest): CallModel {
  const { runId, key, finished, emit, durable, issue, costOf } = request;
  const answered = new Map(finished);
  return async (call, signal) => {
    lookFirst();
    const callKey = callKeyOf(key, call);
    const known = answered.get(callKey);
    // the key says every word of the request, so the journal vouches for what it has under it
    if (known !== undefined && known === finished?.get(callKey)) return prove(known, call.request);
    if (known !== undefined) return known;
    const began = performance.now();
    const reply = await issue(call, signal);
    const { role, turn, step, sample } = call;
    const event: RunEvent = {
      type: "call-end",
      runId,
      ...key,
      callKey,
      role,
      model: call.model.id,
      turn,
      step,
      sample,
      reply,
      at: new RealDate().toISOString(),
      milliseconds: Math.round(performance.now() - began),
      cost: costOf?.(call, reply),
    };
    emit(event);
    // what is built on a reply must not outlive it: a kill in between would pay for it twice
    await durable?.(event, signal);
    // asked again word by word, it has its answer: a resume would replay this one too
    answered.set(callKey, reply);
    return reply;
  };
}
