import { AsyncLocalStorage } from "node:async_hooks";
import { turnScope } from "../recording/turn-scope.ts";
import { watchResponse } from "./watch-response.ts";
import { wireAnthropic } from "./wire-anthropic.ts";
import { wireGemini } from "./wire-gemini.ts";
import { type WireExchange, type WireLog, wireLogOf } from "./wire-log.ts";
import { wireOllama } from "./wire-ollama.ts";
import { wireOpenaiChat } from "./wire-openai-chat.ts";
import { wireOpenaiResponses } from "./wire-openai-responses.ts";
import type { WireProtocol } from "./wire-protocol.ts";

const protocols: readonly WireProtocol[] = [
  wireGemini,
  wireOpenaiChat,
  wireOpenaiResponses,
  wireAnthropic,
  wireOllama,
];

type Fetch = typeof globalThis.fetch;
type FetchArguments = Parameters<Fetch>;

/** Set below a request that is being observed, for those who put another `fetch` between two of ours. */
const underTap = new AsyncLocalStorage<true>();

let holders = 0;
let tapped: { readonly original: Fetch; readonly watching: Fetch } | undefined;

/**
 * Until the returned function is called, what agents ask models over `fetch` is kept with the turn it belongs to.
 * Clients that kept `fetch` meanwhile are observed in later turns, too.
 */
export function tapWire(): () => void {
  holders += 1;
  install();
  let isOpen = true;
  return () => {
    if (!isOpen) return;
    isOpen = false;
    holders -= 1;
    if (holders === 0 && globalThis.fetch === tapped?.watching) globalThis.fetch = tapped.original;
  };
}

/** Taps while an agent is made, since many clients keep `fetch` when they are. */
export function whileTapped<T>(make: () => T): T {
  const untap = tapWire();
  let made: T | undefined;
  try {
    made = make();
    return made;
  } finally {
    if (made instanceof Promise) made.then(untap, untap);
    else untap();
  }
}

function install(): void {
  const { fetch } = globalThis;
  if (fetch === tapped?.watching || typeof fetch !== "function") return;
  if (fetch !== tapped?.original) tapped = { original: fetch, watching: watching(fetch) };
  globalThis.fetch = tapped.watching;
}

/** A proxy, since a `fetch` of a test's own may have more to it than being called. */
function watching(original: Fetch): Fetch {
  return new Proxy(original, {
    apply(target, self, given: FetchArguments) {
      const log = underTap.getStore() === undefined ? logHere() : undefined;
      const path = log === undefined ? undefined : postedTo(given);
      const protocol = protocols.find((each) => path !== undefined && each.matches(path));
      if (log === undefined || path === undefined || protocol === undefined) {
        return Reflect.apply(target, self, given);
      }
      const exchange = log.begin(protocol, path);
      keepRequest(log, exchange, given);
      const answer = underTap.run(true, () => Reflect.apply(target, self, given));
      return Promise.resolve(answer).then((response) => watched(response, log, exchange));
    },
  });
}

function logHere(): WireLog | undefined {
  const scope = turnScope.getStore();
  return scope === undefined ? undefined : wireLogOf(scope);
}

/** The path of a POST. */
function postedTo([input, init]: FetchArguments): string | undefined {
  const asked = input instanceof Request ? input : undefined;
  const method = init?.method ?? asked?.method ?? "GET";
  if (String(method).toUpperCase() !== "POST") return undefined;
  const url = asked?.url ?? String(input);
  const end = url.search(/[?#]/);
  return end < 0 ? url : url.slice(0, end);
}

function keepRequest(log: WireLog, exchange: WireExchange, [input, init]: FetchArguments): void {
  const body = init?.body ?? undefined;
  if (typeof body === "string") log.keepRequest(exchange, body);
  else if (body instanceof Uint8Array) log.keepRequest(exchange, new TextDecoder().decode(body));
  else if (body === undefined && input instanceof Request && !input.bodyUsed) {
    input
      .clone()
      .text()
      .then((text) => log.keepRequest(exchange, text))
      .catch(() => {});
  }
}

function watched(response: Response, log: WireLog, exchange: WireExchange): Response {
  if (!(response instanceof Response) || !response.ok || response.bodyUsed) return response;
  const decoder = new TextDecoder();
  return watchResponse(response, (piece) => {
    log.keepReply(exchange, decoder.decode(piece, { stream: true }));
  });
}
