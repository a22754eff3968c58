import type { Step } from "../core/agent.ts";
import { fieldsOf, tryJson } from "../core/loose-json.ts";
import { replyPieces } from "./reply-pieces.ts";
import type { WireExchange } from "./wire-log.ts";
import type { WirePart, WireReply, WireRequest, WireResult } from "./wire-protocol.ts";

/**
 * The steps that a turn's talk with its models tells of, in their order, on a clock that showed 0 at `began`.
 * What a tool gave is told by the request after it. What the model said last is the answer only if the agent
 * returns it, so it is left out.
 */
export function wireSteps(exchanges: readonly WireExchange[], began: number): readonly Step[] {
  const moments = exchanges.flatMap(momentsOf).sort((a, b) => a.at - b.at);
  const last = moments.findLast(({ reply }) => reply !== undefined);
  const teller = new WireTeller();
  for (const moment of moments) {
    const { at, request, reply, model } = moment;
    if (request !== undefined) teller.hear(request.results, at - began);
    if (reply !== undefined) teller.tell(reply, { at: at - began, model, isLast: moment === last });
  }
  return teller.steps;
}

interface Moment {
  readonly at: number;
  readonly request?: WireRequest;
  readonly reply?: WireReply;
  readonly model?: string | undefined;
}

const UNKNOWN_REQUEST: WireRequest = { results: [] };

function momentsOf({ protocol, path, ...exchange }: WireExchange): readonly Moment[] {
  const request =
    exchange.request === undefined
      ? UNKNOWN_REQUEST
      : protocol.readRequest(fieldsOf(tryJson(exchange.request)), path);
  if (request === undefined) return [];
  const asked = { at: exchange.begunAt, request };
  const reply =
    exchange.reply === undefined ? undefined : protocol.readReply(replyPieces(exchange.reply));
  if (reply === undefined) return [asked];
  return [asked, { at: exchange.endedAt, reply, model: reply.model ?? request.model }];
}

interface OpenCall {
  /** As the protocol knows it. */
  readonly wireId: string | undefined;
  readonly id: string;
  readonly tool: string;
}

interface Telling {
  readonly at: number;
  readonly model: string | undefined;
  readonly isLast: boolean;
}

class WireTeller {
  readonly steps: Step[] = [];
  readonly #ids = new Set<string>();
  #open: OpenCall[] = [];

  /** Results of earlier turns are in the request too; only those of calls that are still open are told. */
  hear(results: readonly WireResult[], at: number): void {
    for (const [index, result] of results.entries()) {
      const call = this.#callOf(result, results.slice(index + 1));
      if (call === undefined) continue;
      this.#open = this.#open.filter((each) => each !== call);
      this.steps.push({ type: "result", at, id: call.id, tool: call.tool, ...outcomeOf(result) });
    }
  }

  tell({ parts, usage }: WireReply, { at, model, isLast }: Telling): void {
    const callsTools = parts.some((part) => part.type === "call");
    for (const part of parts) {
      if (part.type === "call") this.#call(part, at);
      else if (part.thought === true || callsTools || !isLast) this.steps.push({ at, ...part });
    }
    const { input = 0, output = 0, cached, reasoning } = usage;
    const counted = { input, output, calls: 1, cached, reasoning };
    this.steps.push({ type: "usage", at, usage: counted, ...(model ? { model } : {}) });
  }

  #call({ id: wireId, tool, args }: Extract<WirePart, { type: "call" }>, at: number): void {
    const id = this.#freshId(wireId ?? tool, wireId === undefined ? 1 : 0);
    this.#open.push({ wireId, id, tool });
    this.steps.push({ type: "call", at, id, tool, args });
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
    return isNew ? this.#open.find((call) => call.tool === tool) : undefined;
  }
}

/** Where a protocol has no mark for errors, tools tell them under the key `error`. */
function outcomeOf({ value, isError }: WireResult): { output?: unknown; error?: string } {
  const { error, ...rest } = fieldsOf(value);
  if (typeof error === "string" && Object.keys(rest).length === 0) return { error };
  if (isError !== true) return { output: value };
  return { error: typeof value === "string" ? value : JSON.stringify(value) };
}
