import { performance } from "../../core/async/own-timers.ts";
import type { TurnScope } from "../recording/turn-scope.ts";
import type { WireProtocol } from "./wire-protocol.ts";

/** Characters that one turn may keep of what an agent sends: pictures in a long conversation must not fill our memory. */
const REQUEST_LIMIT = 32 * 1024 * 1024;
/** And of what it gets. */
const REPLY_LIMIT = 16 * 1024 * 1024;

/** One request to a model and what came of it, as texts: they are read when the turn is over, if anybody wants them. */
export interface WireExchange {
  readonly protocol: WireProtocol;
  readonly path: string;
  /** Milliseconds on the process's own clock. */
  readonly begunAt: number;
  /** When the last piece of the answer came. */
  endedAt: number;
  /** Undefined when it is not known, or too long to keep. */
  request: string | undefined;
  /** As far as it came; undefined when it is too long to keep. */
  reply: string | undefined;
}

const logs = new WeakMap<TurnScope, WireLog>();

/** Undefined outside of turns. */
export function wireLogOf(scope: TurnScope): WireLog | undefined {
  if (scope.recording === undefined) return undefined;
  const found = logs.get(scope) ?? new WireLog();
  logs.set(scope, found);
  return found;
}

/** What was kept of a turn, which from now on keeps nothing more. */
export function takeExchanges(scope: TurnScope): readonly WireExchange[] {
  const log = logs.get(scope);
  logs.delete(scope);
  return log?.close() ?? [];
}

export class WireLog {
  #exchanges: WireExchange[] = [];
  #requestRoom = REQUEST_LIMIT;
  #replyRoom = REPLY_LIMIT;
  #isOpen = true;

  begin(protocol: WireProtocol, path: string): WireExchange {
    const now = performance.now();
    const begun = { protocol, path, begunAt: now, endedAt: now };
    const exchange: WireExchange = { ...begun, request: undefined, reply: "" };
    this.#exchanges.push(exchange);
    return exchange;
  }

  keepRequest(exchange: WireExchange, text: string): void {
    if (!this.#isOpen || text.length > this.#requestRoom) return;
    this.#requestRoom -= text.length;
    exchange.request = text;
  }

  /** Adds a piece; an answer that grows too long is not kept at all. */
  keepReply(exchange: WireExchange, text: string): void {
    if (!this.#isOpen || exchange.reply === undefined) return;
    exchange.endedAt = performance.now();
    this.#replyRoom -= text.length;
    exchange.reply = this.#replyRoom < 0 ? undefined : exchange.reply + text;
  }

  close(): readonly WireExchange[] {
    this.#isOpen = false;
    const exchanges = this.#exchanges;
    this.#exchanges = [];
    return exchanges;
  }
}
