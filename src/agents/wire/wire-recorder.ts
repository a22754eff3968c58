import type { Step } from "../../core/agent.ts";
import { fieldsOf } from "../../core/json/loose-json.ts";
import { plainData } from "../recording/plain-data.ts";
import { requestIn } from "./request-in.ts";
import type { WireExchange } from "./wire-log.ts";
import { callsAround, type WireCall, type WireConversation } from "./wire-nesting.ts";
import type { WirePart, WireReply, WireResult } from "./wire-protocol.ts";

interface OpenCall extends WireCall {
  /** As the protocol knows it. */
  readonly wireId: string | undefined;
  readonly tool: string;
}

interface ReplyContext {
  readonly at: number;
  readonly model: string | undefined;
  /** The last reply of the turn. */
  readonly isLast: boolean;
}

/** Makes steps of requests and replies, which it must be given in the order of their times. */
export class WireRecorder {
  readonly #recorded: { readonly step: Step; readonly conversation: WireConversation }[] = [];
  readonly #conversations = new Map<WireExchange, WireConversation>();
  readonly #calls: OpenCall[] = [];
  readonly #ids = new Set<string>();
  #open: OpenCall[] = [];

  /** Results of earlier turns are in the request too; only those of calls that are still open are reported. */
  onRequest(exchange: WireExchange, results: readonly WireResult[], at: number): void {
    const answered: (readonly [OpenCall, WireResult])[] = [];
    for (const [index, result] of results.entries()) {
      const call = this.#callOf(result, results.slice(index + 1));
      if (call === undefined) continue;
      call.closedAt = at;
      this.#open = this.#open.filter((each) => each !== call);
      answered.push([call, result]);
    }
    const conversation = answered[0]?.[0].conversation ?? { begunAt: at, endedAt: at };
    this.#conversations.set(exchange, conversation);
    for (const [{ id, tool }, result] of answered) {
      this.#recorded.push({
        conversation,
        step: { type: "result", at, id, tool, ...outcomeOf(result) },
      });
    }
  }

  onReply(
    exchange: WireExchange,
    { parts, usage }: WireReply,
    { at, model, isLast }: ReplyContext,
  ): void {
    const conversation = this.#conversations.get(exchange) ?? { begunAt: at, endedAt: at };
    conversation.endedAt = at;
    const callsTools = parts.some((part) => part.type === "call");
    for (const part of parts) {
      if (part.type === "call") this.#call(part, at, conversation);
      else if (part.thought === true || callsTools || !isLast) {
        this.#recorded.push({ conversation, step: { at, ...part } });
      }
    }
    const { input = 0, output = 0, cached, reasoning } = usage;
    const counted = { input, output, calls: 1, cached, reasoning };
    const named = model === undefined ? {} : { model };
    const request = requestIn(exchange);
    const milliseconds = exchange.endedAt - exchange.begunAt;
    this.#recorded.push({
      conversation,
      step: { type: "usage", at, usage: counted, milliseconds, ...named, ...request },
    });
  }

  steps(): readonly Step[] {
    const within = new Map(
      [...this.#conversations.values()].map((conversation) => [
        conversation,
        this.#around(conversation),
      ]),
    );
    return this.#recorded.map(({ step, conversation }) => {
      const around = within.get(conversation);
      // a tool's own model calls cost the turn what they cost
      if (around === undefined || around.length === 0 || step.type === "usage") return step;
      return { ...step, within: around };
    });
  }

  #around(conversation: WireConversation): readonly string[] {
    return callsAround(conversation, this.#calls);
  }

  #call(
    part: Extract<WirePart, { type: "call" }>,
    at: number,
    conversation: WireConversation,
  ): void {
    const { id: wireId, tool, args } = part;
    const id = this.#freshId(wireId ?? tool, wireId === undefined ? 1 : 0);
    const call = { wireId, id, tool, conversation, openedAt: at, closedAt: undefined };
    this.#open.push(call);
    this.#calls.push(call);
    this.#recorded.push({
      conversation,
      step: { type: "call", at, id, tool, args: plainData(args) },
    });
  }

  /** Some servers number the calls of each reply from 0. */
  #freshId(name: string, from: number): string {
    let count = from;
    let id = count === 0 ? name : `${name}-${count}`;
    while (this.#ids.has(id)) {
      count += 1;
      id = `${name}-${count}`;
    }
    this.#ids.add(id);
    return id;
  }

  #callOf({ id, tool, isNew }: WireResult, later: readonly WireResult[]): OpenCall | undefined {
    if (id !== undefined) {
      const call = this.#open.find((each) => each.wireId === id);
      // of two results for one id the earlier one belongs to an earlier turn
      if (call !== undefined) return later.some((each) => each.id === id) ? undefined : call;
    }
    if (!isNew) return undefined;
    // what names neither call nor tool goes by the order
    const isNameless = id === undefined && tool === undefined;
    return this.#open.find((call) => isNameless || call.tool === tool);
  }
}

/** Where a protocol has no mark for errors, tools report them under the key `error`. */
function outcomeOf({ isError, ...result }: WireResult): { output?: unknown; error?: string } {
  const value = plainData(result.value);
  const { error, ...rest } = fieldsOf(value);
  if (typeof error === "string" && Object.keys(rest).length === 0) return { error };
  if (isError !== true) return { output: value };
  return { error: typeof value === "string" ? value : JSON.stringify(value) };
}
