import type { Message } from "../../core/traces/message.ts";
import type { TokenCounts, TraceModelCall } from "../../core/traces/trace-turn.ts";
import type { ErrorSearch } from "../dialects/error-search.ts";
import type { SpanView } from "../dialects/span-view.ts";
import { timesOf } from "./times-of.ts";

/** One call of a model. What it was given is read when somebody asks: histories are long, and sent again with every call. */
export class ModelCall implements TraceModelCall {
  readonly spanId: string;
  readonly model: string | undefined;
  readonly responseModel: string | undefined;
  readonly provider: string | undefined;
  readonly usage: TokenCounts | undefined;
  readonly output: readonly Message[] | undefined;
  readonly cost: number | undefined;
  readonly isDelegated: boolean;
  readonly start: bigint | undefined;
  readonly end: bigint | undefined;
  readonly #views: readonly SpanView[];

  /** Of what recorded it, the innermost first. */
  constructor(views: readonly [SpanView, ...SpanView[]], isDelegated: boolean) {
    this.#views = views;
    this.spanId = views[0].span.spanId;
    this.model = first(views, "model");
    this.responseModel = first(views, "responseModel");
    this.provider = first(views, "provider");
    this.usage = first(views, "usage");
    this.output = first(views, "output");
    this.cost = first(views, "cost");
    this.isDelegated = isDelegated;
    const { start, end } = timesOf(views);
    this.start = start;
    this.end = end;
  }

  get input(): readonly Message[] | undefined {
    return first(this.#views, "input");
  }

  /** Whether it may have been told that a tool failed, as far as can be said without reading what it was given. */
  mayTellOfErrors(search: ErrorSearch): boolean {
    return this.#views.some((view) => view.mayTellOfErrors(search));
  }
}

function first<Key extends keyof SpanView>(
  views: readonly SpanView[],
  key: Key,
): SpanView[Key] | undefined {
  for (const view of views) {
    const value = view[key];
    if (value !== undefined) return value;
  }
  return undefined;
}
