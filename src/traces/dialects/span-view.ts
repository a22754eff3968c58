import type { Message } from "../../core/traces/message.ts";
import { UNENDED, UNTIMED } from "../../core/traces/own-attributes.ts";
import type { LogRecord, Span } from "../../core/traces/span.ts";
import type { TokenCounts } from "../../core/traces/trace-turn.ts";
import { dialectsOf } from "./dialects.ts";
import type { ErrorSearch } from "./error-search.ts";
import { guessRole } from "./genai-guess.ts";
import type { MessageReader, SpanFacts, SpanRole, SpanSource, ToolFacts } from "./span-facts.ts";

/** A span as its dialects explain it: for each fact, what the first of them says that knows it. With its place in the tree. */
export class SpanView {
  readonly span: Span;
  /** Without what nobody measured, and stands there for backends that need some time. */
  readonly start: bigint | undefined;
  readonly end: bigint | undefined;
  readonly role: SpanRole | undefined;
  /** Events or log records, which may have messages in them. */
  readonly #hasMoments: boolean;
  readonly #facts: readonly SpanFacts[];
  /** What most spans have: one dialect that knows them. Each fact is asked for by its name then, which is what V8 is quick at. */
  readonly #only: SpanFacts | undefined;
  #parent: SpanView | undefined;
  #children: SpanView[] | undefined;
  #input: readonly Message[] | null | undefined;
  #output: readonly Message[] | null | undefined;
  #tool: ToolFacts | undefined;

  constructor(span: Span, logs: readonly LogRecord[]) {
    this.span = span;
    const { attributes } = span;
    const isTimed = attributes[UNTIMED] !== true;
    this.start = isTimed ? span.start : undefined;
    this.end = isTimed && attributes[UNENDED] !== true ? span.end : undefined;
    this.#hasMoments = span.events.length > 0 || logs.length > 0;
    const source: SpanSource = { span, logs, keys: Object.keys(attributes) };
    const facts: SpanFacts[] = [];
    for (const dialect of dialectsOf(source)) {
      const said = dialect(source);
      if (said !== undefined) facts.push(said);
    }
    this.#facts = facts;
    this.#only = facts.length === 1 ? facts[0] : undefined;
    this.role = this.#roleIn(source);
  }

  /** An operation that OpenTelemetry has no word for may be one that the framework has a word for. */
  #roleIn(source: SpanSource): SpanRole | undefined {
    for (const { role } of this.#facts) if (role !== undefined && role !== "other") return role;
    return this.#first("role") ?? guessRole(source);
  }

  get parent(): SpanView | undefined {
    return this.#parent;
  }

  /** In the order of their start. */
  get children(): readonly SpanView[] {
    return this.#children ?? NO_CHILDREN;
  }

  /** For whoever builds the tree, in the order of their start. */
  placeBelow(parent: SpanView): void {
    this.#parent = parent;
    if (parent.#children === undefined) parent.#children = [this];
    else parent.#children.push(this);
  }

  /** What the model or agent was given. Whole lists come from one place, never mixed. */
  get input(): readonly Message[] | undefined {
    if (this.#input === undefined) this.#input = this.#read("input");
    return this.#input ?? undefined;
  }

  get output(): readonly Message[] | undefined {
    if (this.#output === undefined) this.#output = this.#read("output");
    return this.#output ?? undefined;
  }

  get tool(): ToolFacts {
    this.#tool ??= this.#readTool();
    return this.#tool;
  }

  #readTool(): ToolFacts {
    const said = this.#only?.tool;
    if (said !== undefined) return said;
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
    return this.#only === undefined ? this.#first("usage") : this.#only.usage;
  }

  get model(): string | undefined {
    return this.#only === undefined ? this.#first("model") : this.#only.model;
  }

  get responseModel(): string | undefined {
    return this.#only === undefined ? this.#first("responseModel") : this.#only.responseModel;
  }

  get provider(): string | undefined {
    return this.#only === undefined ? this.#first("provider") : this.#only.provider;
  }

  get agentName(): string | undefined {
    return this.#only === undefined ? this.#first("agentName") : this.#only.agentName;
  }

  get conversation(): string | undefined {
    return this.#only === undefined ? this.#first("conversation") : this.#only.conversation;
  }

  get finishReasons(): readonly string[] | undefined {
    return this.#only === undefined ? this.#first("finishReasons") : this.#only.finishReasons;
  }

  get cost(): number | undefined {
    return this.#only === undefined ? this.#first("cost") : this.#only.cost;
  }

  /** False where no message of the span can say that a tool failed: searching is quick, and reading histories is not. */
  mayTellOfErrors(search: ErrorSearch): boolean {
    if (this.#hasMoments) return true;
    for (const value of Object.values(this.span.attributes)) if (search.mayHold(value)) return true;
    return false;
  }

  get hasContent(): boolean {
    for (const { hasContent } of this.#facts) if (hasContent === true) return true;
    return false;
  }

  /** Undefined for a span that did not fail. */
  get errorType(): string | undefined {
    const said = this.#only === undefined ? this.#first("errorType") : this.#only.errorType;
    return said ?? (this.span.status?.code === "error" ? "_OTHER" : undefined);
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

const NO_CHILDREN: readonly SpanView[] = [];

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
export function viewSpans(spans: readonly Span[], logs: readonly LogRecord[]): readonly SpanView[] {
  if (logs.length === 0) return spans.map((span) => new SpanView(span, NO_LOGS));
  const bySpan = Map.groupBy(logs, ({ spanId }) => spanId);
  const views = spans.map((span) => new SpanView(span, bySpan.get(span.spanId) ?? NO_LOGS));
  const homeless = bySpan.get(undefined) ?? [];
  const calls = homeless.length === 0 ? [] : views.filter(({ role }) => role === "model");
  const [only, other] = calls;
  if (only === undefined || other !== undefined) return views;
  const own = bySpan.get(only.span.spanId) ?? [];
  return views.map((view) =>
    view === only ? new SpanView(view.span, [...own, ...homeless]) : view,
  );
}
