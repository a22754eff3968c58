import { provenReply } from "../core/calls/proven-replies.ts";
import {
  type ChatModel,
  type ChatReply,
  type ChatRequest,
  type ModelCall,
  ModelError,
} from "../core/chat-model.ts";
import { messageOf } from "../core/errors.ts";
import type { JudgeContext, JudgeQuestion, JudgeSample } from "../core/judge.ts";
import { type BuiltRequest, repairRequest } from "./build-request.ts";
import { type ReplyReading, readReply } from "./read-reply.ts";

/** One sample of one question. */
export interface SampleRequest<Verdict> {
  readonly model: ChatModel;
  readonly question: JudgeQuestion<Verdict>;
  readonly built: BuiltRequest;
  readonly sample: number;
  readonly context: JudgeContext;
  /** False: the server may have cut what it was sent without a word, and its count of tokens is looked at. */
  readonly isWindowKnown?: boolean | undefined;
}

/** Asks once, and once more when the reply cannot be read. Never throws: what goes wrong is the sample's reason. */
export async function askSample<Verdict>(
  asked: SampleRequest<Verdict>,
): Promise<JudgeSample<Verdict>> {
  const { built, question, context } = asked;
  let reply: ChatReply | undefined;
  try {
    const call = callOf(asked, built.request, question.step);
    reply = provenReply(call, await context.ask(call, context.signal));
    if (wasCut(asked, built.request, reply)) return cutSample(asked, reply);
    const first = readReply(reply, question, built.nonce);
    if (first.kind !== "problem") return sampleOf(asked, reply, first);
    const repair = repairRequest(built.request, first.problem);
    const again = callOf(asked, repair, `${question.step}/repair`);
    reply = provenReply(again, await context.ask(again, context.signal));
    if (wasCut(asked, repair, reply)) return cutSample(asked, reply);
    return sampleOf(asked, reply, readReply(reply, question, built.nonce));
  } catch (error) {
    return failed(asked, reply, error);
  }
}

function callOf(
  { model, question, sample }: SampleRequest<unknown>,
  request: ChatRequest,
  step: string,
): ModelCall {
  return { role: "judge", model, request, turn: question.turn, step, sample };
}

/** No language has words so long that a token of them is ten characters. */
const MOST_CHARACTERS_PER_TOKEN = 10;
/** Where a count is just what a window holds, as much as a token of plain prose is enough to doubt it. */
const DOUBTFUL_CHARACTERS_PER_TOKEN = 3;
/** Smaller counts are made up, as by fakes and by proxies that do not count, unless they are what a window holds. */
const SMALLEST_DOUBTED = 1_800;
const SMALL_WINDOWS: ReadonlySet<number> = new Set([511, 512, 1_023, 1_024]);
/** Windows are set in binary or in decimal thousands. */
const WINDOW_STEPS = [1_024, 1_000];

/** Servers of local models drop what does not fit into their window, and answer as if they had read it. */
function wasCut(
  { isWindowKnown }: Pick<SampleRequest<unknown>, "isWindowKnown">,
  { system = "", messages }: ChatRequest,
  reply: ChatReply,
): boolean {
  if (isWindowKnown === true) return false;
  const tokens = reply.usage?.input ?? 0;
  const characters = messages.reduce((sum, { text }) => sum + text.length, system.length);
  if (tokens < SMALLEST_DOUBTED) {
    return SMALL_WINDOWS.has(tokens) && characters > tokens * MOST_CHARACTERS_PER_TOKEN;
  }
  const most = isWindow(tokens) ? DOUBTFUL_CHARACTERS_PER_TOKEN : MOST_CHARACTERS_PER_TOKEN;
  return characters > tokens * most;
}

/** The very number of tokens that a server is set to hold, or the one that it leaves free. */
function isWindow(tokens: number): boolean {
  return WINDOW_STEPS.some((step) => tokens % step === 0 || tokens % step === step - 1);
}

function cutSample<Verdict>(
  { model, built: { promptHash } }: SampleRequest<Verdict>,
  reply: ChatReply,
): JudgeSample<Verdict> {
  const detail = `${model.id} has read ${reply.usage?.input} tokens only, which is not all that it was sent. Give its server a larger context, or the criterion a "max_input_chars" that fits into it.`;
  const about = { raw: reply.text, promptHash, model: reply.model };
  return { ...about, verdict: undefined, reason: "judge-window", detail };
}

function sampleOf<Verdict>(
  { built }: SampleRequest<Verdict>,
  reply: ChatReply,
  read: ReplyReading<Verdict>,
): JudgeSample<Verdict> {
  const about = { raw: reply.text, promptHash: built.promptHash, model: reply.model };
  switch (read.kind) {
    case "verdict":
      return { ...about, verdict: read.verdict };
    case "problem":
      return { ...about, verdict: undefined, reason: "judge-parse", detail: read.problem };
    case "void":
      return { ...about, verdict: undefined, reason: read.reason, detail: read.detail };
  }
}

function failed<Verdict>(
  { built, context }: SampleRequest<Verdict>,
  reply: ChatReply | undefined,
  error: unknown,
): JudgeSample<Verdict> {
  const cancelled =
    context.signal.aborted || (error instanceof ModelError && error.fault === "cancelled");
  const { reason } = context.signal;
  const tooLong = error instanceof ModelError && error.fault === "too-long";
  const isLate = reason instanceof Error && reason.name === "DeadlinePassed";
  return {
    verdict: undefined,
    reason: isLate ? "timeout" : cancelled ? "cancelled" : tooLong ? "judge-window" : "judge-error",
    detail: messageOf(error),
    raw: reply?.text,
    promptHash: built.promptHash,
    model: reply?.model,
  };
}
