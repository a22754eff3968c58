import {
  type ChatModel,
  type ChatReply,
  type ChatRequest,
  ModelError,
} from "../core/chat-model.ts";
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
  const { built, question } = asked;
  let reply: ChatReply | undefined;
  try {
    reply = await send(asked, built.request, question.step);
    if (wasCut(asked, built.request, reply)) return cutSample(asked, reply);
    const first = readReply(reply, question, built.nonce);
    if (first.kind !== "problem") return sampleOf(asked, reply, first);
    const repair = repairRequest(built.request, first.problem);
    reply = await send(asked, repair, `${question.step}/repair`);
    if (wasCut(asked, repair, reply)) return cutSample(asked, reply);
    return sampleOf(asked, reply, readReply(reply, question, built.nonce));
  } catch (error) {
    return failed(asked, reply, error);
  }
}

function send(
  { model, question, sample, context }: SampleRequest<unknown>,
  request: ChatRequest,
  step: string,
): Promise<ChatReply> {
  const call = { role: "judge", model, request, turn: question.turn, step, sample } as const;
  return context.ask(call, context.signal);
}

/** No language has words so long that a token of them is ten characters. */
const MOST_CHARACTERS_PER_TOKEN = 10;
/** Where a count is just what a window holds, as much as a token of plain prose is enough to doubt it. */
const DOUBTFUL_CHARACTERS_PER_TOKEN = 3;
const SMALLEST_WINDOW = 2_048;
const WINDOW_STEP = 1_024;

/** Servers of local models drop what does not fit into their window, and answer as if they had read it. */
function wasCut(
  { isWindowKnown }: Pick<SampleRequest<unknown>, "isWindowKnown">,
  { system = "", messages }: ChatRequest,
  reply: ChatReply,
): boolean {
  if (isWindowKnown === true) return false;
  const tokens = reply.usage?.input ?? 0;
  const characters = messages.reduce((sum, { text }) => sum + text.length, system.length);
  if (isWindow(tokens)) return characters > tokens * DOUBTFUL_CHARACTERS_PER_TOKEN;
  return isFullWindow(tokens) && characters > tokens * MOST_CHARACTERS_PER_TOKEN;
}

/** The very number of tokens that a server is set to hold, or the one that it leaves free. */
function isWindow(tokens: number): boolean {
  return tokens >= SMALLEST_WINDOW - 1 && [0, WINDOW_STEP - 1].includes(tokens % WINDOW_STEP);
}

/** Windows are powers of two, and one that was too small is full to the brim; other counts are just odd counts. */
function isFullWindow(tokens: number): boolean {
  const window = Math.max(SMALLEST_WINDOW, 2 ** Math.ceil(Math.log2(Math.max(1, tokens))));
  return tokens <= window && tokens >= window * 0.9;
}

function cutSample<Verdict>(
  { model, built: { promptHash } }: SampleRequest<Verdict>,
  reply: ChatReply,
): JudgeSample<Verdict> {
  const detail = `${model.id} has read ${reply.usage?.input} tokens only, which is not all that it was sent. Give its server a larger context, or the criterion "max_input_chars".`;
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
  const said = error instanceof Error ? error.message : String(error);
  const { reason } = context.signal;
  const tooLong = error instanceof ModelError && error.fault === "too-long";
  const isLate = reason instanceof Error && reason.name === "DeadlinePassed";
  return {
    verdict: undefined,
    reason: isLate ? "timeout" : cancelled ? "cancelled" : tooLong ? "judge-window" : "judge-error",
    detail: said,
    raw: reply?.text,
    promptHash: built.promptHash,
    model: reply?.model,
  };
}
