import { raceDeadline } from "../core/async/deadline.ts";
import type { ChatModel, ChatReply, ChatRequest, ModelError } from "../core/chat-model.ts";

interface Limits {
  readonly milliseconds: number;
  readonly signal: AbortSignal;
  readonly late: () => ModelError;
  readonly stopped: () => ModelError;
}

/** Some servers take a request and never answer, and some models never look at their signal: the clock is ours. */
export async function answerWithin(
  model: ChatModel,
  request: ChatRequest,
  { milliseconds, signal, late, stopped }: Limits,
): Promise<ChatReply> {
  if (signal.aborted) throw stopped();
  const deadline = new AbortController();
  const after = (error: () => ModelError) => () => {
    deadline.abort();
    return error();
  };
  return raceDeadline(model.generate(request, deadline.signal), {
    milliseconds,
    signal,
    late: after(late),
    stopped: after(stopped),
  });
}
