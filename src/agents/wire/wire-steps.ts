import type { Step } from "../../core/agent.ts";
import { fieldsOf, tryJson } from "../../core/json/loose-json.ts";
import { replyPieces } from "./reply-pieces.ts";
import type { WireExchange } from "./wire-log.ts";
import type { WireReply, WireRequest } from "./wire-protocol.ts";
import { WireRecorder } from "./wire-recorder.ts";

/**
 * The steps that a turn's exchanges with models show, in their order, on a clock that showed 0 at `began`.
 * What a tool gave stands in the request after it. What the model said last is the answer only if the agent
 * returns it, so it is left out.
 */
export function wireSteps(exchanges: readonly WireExchange[], began: number): readonly Step[] {
  const moments = exchanges.flatMap((each) => momentsOf(each, began)).sort((a, b) => a.at - b.at);
  const last = moments.findLast(({ reply }) => reply !== undefined);
  const recorder = new WireRecorder();
  for (const moment of moments) {
    const { at, exchange, request, reply, model } = moment;
    if (request !== undefined) recorder.onRequest(exchange, request.results, at);
    if (reply !== undefined)
      recorder.onReply(exchange, reply, { at, model, isLast: moment === last });
  }
  return recorder.steps();
}

interface Moment {
  readonly at: number;
  readonly exchange: WireExchange;
  readonly request?: WireRequest;
  readonly reply?: WireReply;
  readonly model?: string | undefined;
}

const UNKNOWN_REQUEST: WireRequest = { results: [] };

function momentsOf(exchange: WireExchange, began: number): readonly Moment[] {
  const { protocol, path } = exchange;
  const request =
    exchange.request === undefined
      ? UNKNOWN_REQUEST
      : protocol.readRequest(fieldsOf(tryJson(exchange.request)), path);
  if (request === undefined) return [];
  const asked = { at: exchange.begunAt - began, exchange, request };
  const reply =
    exchange.reply === undefined ? undefined : protocol.readReply(replyPieces(exchange.reply));
  if (reply === undefined) return [asked];
  const model = reply.model ?? request.model;
  return [asked, { at: exchange.endedAt - began, exchange, reply, model }];
}
