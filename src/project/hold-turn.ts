import { captureOutput } from "../agents/capture-output.ts";
import { invocationFromTurn, recordTurn } from "../agents/record-turn.ts";
import { textOf } from "../core/content.ts";
import type { HoldTurn } from "../runner/run-plan.ts";

/** Introduces the runner to the recorder: sends a message, keeps what the agent did and what it printed. */
export const holdTurn: HoldTurn = async (request) => {
  const { conversation, content, invocationId, agentName, timeoutMs, signal } = request;
  const startedAt = Date.now() / 1000;
  const input = { content, text: textOf(content) ?? "" };
  const { result: record, output } = await captureOutput(() =>
    recordTurn(conversation, input, { signal, timeoutMs }),
  );
  const invocation = invocationFromTurn(record, {
    invocationId,
    userContent: content,
    author: agentName,
    startedAt,
  });
  return { invocation, status: record.status, problem: record.problem, output };
};
