import { boundedOutput } from "../../agents/recording/bounded-output.ts";
import { invocationFromTurn } from "../../agents/recording/invocation-from-turn.ts";
import { recordTurn } from "../../agents/recording/record-turn.ts";
import { turnRequests } from "../../agents/recording/turn-requests.ts";
import { turnScope } from "../../agents/recording/turn-scope.ts";
import { RealDate } from "../../core/async/own-timers.ts";
import { textOf } from "../../core/content.ts";
import { copyData } from "../../core/json/copy-data.ts";
import type { RunTurn } from "../../runner/run-plan.ts";

/** Introduces the runner to the recorder: sends a message, keeps what the agent did and what it printed. */
export const runTurn: RunTurn = async (request) => {
  const recorded = request.conversation.recorded?.(request.turn);
  if (recorded !== undefined) return { ...recorded, status: "done" };
  const { conversation, content, invocationId, agentName, signal, environment } = request;
  const startedAt = RealDate.now() / 1000;
  // the agent gets a copy: the next trial is asked what the set says, whatever this one does to its message
  const input = { content: copyData(content), text: textOf(content) ?? "" };
  const output = boundedOutput();
  const doing = turnScope.getStore()?.doing;
  if (doing !== undefined) doing.turn = request.turn;
  const record = await recordTurn(conversation, input, {
    signal,
    timeoutMs: request.timeoutMs,
    caseMs: request.caseMs,
    output,
    environment: environment && { environment, turn: request.turn },
    onStep: request.onStep,
    onText: request.onText,
  });
  const facts = { invocationId, userContent: content, author: agentName, startedAt };
  const invocation = invocationFromTurn(record, facts);
  const { status, problem } = record;
  const requests = turnRequests(record, facts);
  return { invocation, status, problem, requests, output: output.text() };
};
