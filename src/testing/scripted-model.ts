import type { ChatModel, ChatReply, ChatRequest } from "../core/chat-model.ts";

/** What a scripted model answers: a text, more of a reply, or an error that the call fails with. */
export type ScriptedReply = string | (Partial<ChatReply> & { readonly text: string }) | Error;

/** Makes the reply to a request; `count` is how many came before it. */
export type ScriptReply = (
  request: ChatRequest,
  count: number,
) => ScriptedReply | Promise<ScriptedReply>;

/** A model that answers by script and remembers what it was asked. */
export interface ScriptedModel extends ChatModel {
  readonly requests: readonly ChatRequest[];
}

/** A language model for tests: a list is answered in order and then from its last entry, a function decides for itself. */
export function scriptedModel(
  script: ScriptReply | readonly ScriptedReply[] | string,
  id = "scripted",
): ScriptedModel {
  const requests: ChatRequest[] = [];
  const replies = typeof script === "string" ? [script] : script;
  return {
    id,
    requests,
    async generate(request, signal) {
      signal.throwIfAborted();
      const count = requests.push(request) - 1;
      const reply =
        typeof replies === "function"
          ? await replies(request, count)
          : replies[Math.min(count, replies.length - 1)];
      if (reply instanceof Error) throw reply;
      if (typeof reply === "string") return { text: reply, finish: "stop" };
      return { finish: "stop", text: "", ...reply };
    },
  };
}
