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
    const [inner] = views;
    // what one span says needs no looking for, and there are very many
    const isOne = views.length === 1;
    this.spanId = inner.span.spanId;
    this.model = isOne ? inner.model : first(views, "model");
    this.responseModel = isOne ? inner.responseModel : first(views, "responseModel");
    this.provider = isOne ? inner.provider : first(views, "provider");
    this.usage = isOne ? inner.usage : first(views, "usage");
    this.output = isOne ? inner.output : first(views, "output");
    this.cost = isOne ? inner.cost : first(views, "cost");
    this.isDelegated = isDelegated;
    const { start, end } = isOne ? inner : timesOf(views);
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
