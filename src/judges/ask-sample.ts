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
}

/** Asks once, and once more when the reply cannot be read. Never throws: what goes wrong is the sample's reason. */
export async function askSample<Verdict>(
  asked: SampleRequest<Verdict>,
): Promise<JudgeSample<Verdict>> {
  const { built, question } = asked;
  let reply: ChatReply | undefined;
  try {
    reply = await send(asked, built.request, question.step);
    const first = readReply(reply, question, built.nonce);
    if (first.kind !== "problem") return sampleOf(asked, reply, first);
    reply = await send(
      asked,
      repairRequest(built.request, first.problem),
      `${question.step}/repair`,
    );
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
  const isLate = reason instanceof Error && reason.name === "DeadlinePassed";
  return {
    verdict: undefined,
    reason: isLate ? "timeout" : cancelled ? "cancelled" : "judge-error",
    detail: said,
    raw: reply?.text,
    promptHash: built.promptHash,
    model: reply?.model,
  };
}
