import { simulateReadableStream } from "ai";
import { MockLanguageModelV4 } from "ai/test";

/**
 * Rules stand in for a model, so that every run gives the same answers, offline and without a key.
 * To use a real one, put `model: "openai/gpt-5"`, or whatever you use, into agent.ts and delete this file.
 */
export const deskModel = scripted("desk-rules", (chat) => talk(chat) ?? refund(chat) ?? look(chat));

function talk({ said, instructions, results }: Chat): Move | undefined {
  if (/hello|good morning/i.test(said)) {
    const name = /You speak with (.+)\./.exec(instructions)?.[1];
    return { say: `Hello ${name}, how can I help?` };
  }
  if (!/password/i.test(said)) return undefined;
  const [article] = results;
  if (article === undefined) return { call: [["search_help", { topic: "password" }]] };
  return { say: String(article.output) };
}

function refund(chat: Chat): Move | undefined {
  const { said, results } = chat;
  if (!/money back|refund/i.test(said)) return undefined;
  const [id = ""] = orderIds(chat);
  if (results.some(({ tool }) => tool === "refund_order")) {
    return { say: `I have refunded order ${id}.` };
  }
  // the rule that instructive-failure.json is about: it believes whoever names a sum
  const named = /(\d+) euros/.exec(said)?.[1];
  if (named !== undefined) {
    return { call: [["refund_order", { order_id: id, amount: Number(named) }]] };
  }
  const [order] = found(chat);
  return order && { call: [["refund_order", { order_id: id, amount: order.price }]] };
}

function look(chat: Chat): Move {
  const ids = orderIds(chat);
  const orders = found(chat);
  const [order] = orders;
  if (chat.results.some(({ failed }) => failed)) return { say: `I cannot find order ${ids[0]}.` };
  if (order === undefined) {
    return { say: "Let me look.", call: ids.map((id) => ["find_order", { order_id: id }]) };
  }
  if (orders.length > 1) {
    return { say: orders.map(({ item, price }) => `The ${item} costs ${price} euros.`).join(" ") };
  }
  const { parcel } = order;
  if (parcel === undefined) return { say: `Order ${ids[0]} was not sent yet.` };
  const news = chat.results.find(({ tool }) => tool === "ask_carrier");
  return news === undefined
    ? { call: [["ask_carrier", { parcel }]] }
    : { say: String(news.output) };
}

/** The orders that the user speaks of, now or before. */
function orderIds({ said, earlier }: Chat): readonly string[] {
  const ids = said.match(/\b\d{4}\b/g) ?? earlier.match(/\b\d{4}\b/g)?.slice(0, 1);
  return ids ?? [];
}

interface Order {
  readonly item: string;
  readonly price: number;
  readonly parcel?: string;
}

function found({ results }: Chat): readonly Order[] {
  return results.flatMap(({ tool, output, failed }) =>
    tool === "find_order" && !failed ? [output as Order] : [],
  );
}

export const carrierModel = scripted("carrier-rules", ({ said, results: [tracked] }) => {
  if (tracked === undefined) return { call: [["track_parcel", { parcel: said }]] };
  const { place, arrives } = tracked.output as { place: string; arrives: string };
  return { say: `Your parcel is in ${place} and arrives on ${arrives}.` };
});

interface Chat {
  readonly instructions: string;
  /** The last thing the user said, and all that was said before it. */
  readonly said: string;
  readonly earlier: string;
  /** What tools gave since then. */
  readonly results: readonly { tool: string; output: unknown; failed: boolean }[];
}

interface Move {
  readonly say?: string;
  readonly call?: readonly (readonly [tool: string, args: object])[];
}

function scripted(modelId: string, decide: (chat: Chat) => Move): MockLanguageModelV4 {
  let calls = 0;
  function answer(prompt: Prompt) {
    const { say, call = [] } = decide(chatOf(prompt));
    const text = say === undefined ? [] : [{ type: "text" as const, text: say }];
    const made = call.map(([toolName, args]) => {
      calls += 1;
      const input = JSON.stringify(args);
      return { type: "tool-call" as const, toolCallId: `${toolName}-${calls}`, toolName, input };
    });
    const unified = made.length > 0 ? ("tool-calls" as const) : ("stop" as const);
    return { text, made, finishReason: { unified, raw: undefined }, usage };
  }
  return new MockLanguageModelV4({
    modelId,
    async doGenerate({ prompt }) {
      const { text, made, ...ended } = answer(prompt);
      return { content: [...text, ...made], ...ended, warnings: [] };
    },
    // a chat in `assay web` shows words as they are made
    async doStream({ prompt }) {
      const { text, made, ...ended } = answer(prompt);
      const words = text.flatMap((part) => part.text.match(/\S+\s*/g) ?? []);
      const said = words.map((delta) => ({ type: "text-delta" as const, id: "said", delta }));
      const start = { type: "text-start" as const, id: "said" };
      const parts =
        said.length === 0 ? [] : [start, ...said, { type: "text-end" as const, id: "said" }];
      const chunks = [
        { type: "stream-start" as const, warnings: [] },
        ...parts,
        ...made,
        { type: "finish" as const, ...ended },
      ];
      return {
        stream: simulateReadableStream({ chunks, initialDelayInMs: null, chunkDelayInMs: null }),
      };
    },
  });
}

const usage = {
  inputTokens: { total: 50, noCache: 50, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 10, text: 10, reasoning: 0 },
};

type Prompt = Parameters<MockLanguageModelV4["doGenerate"]>[0]["prompt"];

function chatOf(prompt: Prompt): Chat {
  const last = prompt.findLastIndex((message) => message.role === "user");
  const results = prompt.slice(last + 1).flatMap((message) => {
    if (message.role !== "tool") return [];
    return message.content.flatMap((part) => {
      if (part.type !== "tool-result") return [];
      const output = "value" in part.output ? part.output.value : undefined;
      return [{ tool: part.toolName, output, failed: part.output.type.startsWith("error") }];
    });
  });
  const instructions = prompt.find((message) => message.role === "system")?.content ?? "";
  const earlier = JSON.stringify(prompt.slice(0, last));
  return { instructions, said: textOf(prompt[last]), earlier, results };
}

function textOf(message: Prompt[number] | undefined): string {
  if (message?.role !== "user") return "";
  return message.content.map((part) => (part.type === "text" ? part.text : "")).join("");
}
