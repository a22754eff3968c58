import type { Message } from "../../core/traces/message.ts";
import type { LogRecord, Span } from "../../core/traces/span.ts";
import type { TokenCounts } from "../../core/traces/trace-turn.ts";
import { dialects } from "./dialects.ts";
import { guessRole } from "./genai-guess.ts";
import type { MessageReader, SpanFacts, SpanRole, SpanSource, ToolFacts } from "./span-facts.ts";

/** A span as its dialects explain it: for each fact, what the first of them says that knows it. */
export class SpanView {
  readonly span: Span;
  readonly role: SpanRole | undefined;
  readonly #facts: readonly SpanFacts[];
  #input: readonly Message[] | null | undefined;
  #output: readonly Message[] | null | undefined;
  #tool: ToolFacts | undefined;

  constructor(span: Span, logs: readonly LogRecord[]) {
    this.span = span;
    const source: SpanSource = { span, logs, keys: Object.keys(span.attributes) };
    const facts: SpanFacts[] = [];
    for (const dialect of dialects) {
      const said = dialect(source);
      if (said !== undefined) facts.push(said);
    }
    this.#facts = facts;
    this.role = this.#roleIn(source);
  }

  /** An operation that OpenTelemetry has no word for may be one that the framework has a word for. */
  #roleIn(source: SpanSource): SpanRole | undefined {
    const known = this.#facts.find(({ role }) => role !== undefined && role !== "other")?.role;
    return known ?? this.#first("role") ?? guessRole(source);
  }

  /** What the model or agent was given. Whole lists come from one place, never mixed. */
  get input(): readonly Message[] | undefined {
    this.#input ??= this.#read("input");
    return this.#input ?? undefined;
  }

  get output(): readonly Message[] | undefined {
    this.#output ??= this.#read("output");
    return this.#output ?? undefined;
  }

  get tool(): ToolFacts {
    this.#tool ??= this.#readTool();
    return this.#tool;
  }

  #readTool(): ToolFacts {
    const all = this.#facts.map(({ tool }) => tool);
    return {
      name: firstOf(all, "name"),
      id: firstOf(all, "id"),
      args: firstOf(all, "args"),
      result: firstOf(all, "result"),
      isError: firstOf(all, "isError"),
    };
  }

  get usage(): TokenCounts | undefined {
    return this.#first("usage");
  }

  get model(): string | undefined {
    return this.#first("model");
  }

  get responseModel(): string | undefined {
    return this.#first("responseModel");
  }

  get provider(): string | undefined {
    return this.#first("provider");
  }

  get agentName(): string | undefined {
    return this.#first("agentName");
  }

  get conversation(): string | undefined {
    return this.#first("conversation");
  }

  get finishReasons(): readonly string[] | undefined {
    return this.#first("finishReasons");
  }

  get cost(): number | undefined {
    return this.#first("cost");
  }

  get hasContent(): boolean {
    return this.#facts.some(({ hasContent }) => hasContent === true);
  }

  /** Undefined for a span that did not fail. */
  get errorType(): string | undefined {
    return this.#first("errorType") ?? (this.span.status?.code === "error" ? "_OTHER" : undefined);
  }

  #first<K extends keyof SpanFacts>(key: K): SpanFacts[K] | undefined {
    return firstOf(this.#facts, key);
  }

  #read(key: "input" | "output"): readonly Message[] | null {
    for (const facts of this.#facts) {
      const read: MessageReader | undefined = facts[key];
      const messages = read?.();
      if (messages !== undefined && messages.length > 0) return messages;
    }
    return null;
  }
}

function firstOf<T extends object, K extends keyof T>(
  all: readonly (T | undefined)[],
  key: K,
): T[K] | undefined {
  for (const each of all) {
    const value = each?.[key];
    if (value !== undefined) return value;
  }
  return undefined;
}

const NO_LOGS: readonly LogRecord[] = [];

/** The views of a trace's spans. Log records without a span are the only model call's, where there is one only. */
export function viewSpans(
  spans: readonly Span[],
  logs: readonly LogRecord[],
): ReadonlyMap<Span, SpanView> {
  const bySpan = Map.groupBy(logs, ({ spanId }) => spanId);
  const views = new Map<Span, SpanView>();
  for (const span of spans) {
    views.set(span, new SpanView(span, bySpan.get(span.spanId) ?? NO_LOGS));
  }
  const homeless = bySpan.get(undefined) ?? [];
  const calls =
    homeless.length === 0 ? [] : spans.filter((span) => views.get(span)?.role === "model");
  const [only] = calls;
  if (only !== undefined && calls.length === 1) {
    const own = bySpan.get(only.spanId) ?? [];
    views.set(only, new SpanView(only, [...own, ...homeless]));
  }
  return views;
}
