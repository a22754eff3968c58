import { adk } from "./adk.ts";
import { aiSdk } from "./ai-sdk.ts";
import { genai } from "./genai.ts";
import { genaiEvents } from "./genai-events.ts";
import { langfuse } from "./langfuse.ts";
import { langsmith } from "./langsmith.ts";
import { mastra } from "./mastra.ts";
import { openaiAgents } from "./openai-agents.ts";
import { openinference } from "./openinference.ts";
import { openllmetry } from "./openllmetry.ts";
import { pydanticAi } from "./pydantic-ai.ts";
import type { Dialect, SpanSource } from "./span-facts.ts";

interface DialectWords {
  readonly dialect: Dialect;
  /** Attributes that a span in it may be known by. */
  readonly keys?: RegExp | undefined;
  /** Names of spans, and the scope, that it may be known by too. */
  readonly names?: RegExp | undefined;
  readonly scope?: string | undefined;
  /** It is known by events or log records. */
  readonly hasMoments?: boolean | undefined;
}

/**
 * Every dialect, in the order in which they are believed: a span may speak several. OpenTelemetry's own names come first;
 * what they do not say, the framework's may. Strands says all in events, and has no words of its own. Whether a span is
 * written in one is for the dialect to say; the others are not asked.
 */
const table: readonly DialectWords[] = [
  { dialect: genai, keys: /^(gen_ai\.|error\.type$)/, names: /^execute_tool \(merged\)$/ },
  { dialect: genaiEvents, hasMoments: true },
  { dialect: adk, keys: /^(gcp\.vertex\.agent\.|gen_ai\.system$)/, scope: "gcp.vertex.agent" },
  { dialect: openinference, keys: /^openinference\.span\.kind$/ },
  { dialect: aiSdk, keys: /^ai\.operationId$/, names: /^ai\./ },
  {
    dialect: openllmetry,
    keys: /^(traceloop\.span\.kind|llm\.request\.type|gen_ai\.(prompt|completion)\.\d+\..*)$/s,
  },
  { dialect: langsmith, keys: /^langsmith\.span\.kind$/ },
  { dialect: langfuse, keys: /^langfuse\.observation\.type$/ },
  { dialect: mastra, keys: /^mastra\.span\.type$/ },
  {
    dialect: pydanticAi,
    keys: /^(pydantic_ai\.all_messages|all_messages_events|events)$/,
    names: /^(agent run$|running )/,
  },
  { dialect: openaiAgents, keys: /^openai\.agents\.span_data$/ },
];

/** The dialects that a span may be written in. */
export function dialectsOf({ span, keys, logs }: SpanSource): readonly Dialect[] {
  let found = nameBits(span.name);
  for (const key of keys) found |= keyBits(key);
  if (span.scope.name !== undefined) found |= scopeBits(span.scope.name);
  if (span.events.length > 0 || logs.length > 0) found |= momentBits;
  return sets.get(found) ?? newSet(found);
}

/** A bit for each row of the table that fits. */
function bitsOf(fits: (words: DialectWords) => boolean | undefined): number {
  return table.reduce((bits, words, at) => (fits(words) === true ? bits | (1 << at) : bits), 0);
}

const momentBits = bitsOf(({ hasMoments }) => hasMoments);
const nameBits = remembered((name) => bitsOf(({ names }) => names?.test(name)));
const keyBits = remembered((key) => bitsOf(({ keys }) => keys?.test(key)));
const scopeBits = remembered((name) => bitsOf(({ scope }) => scope === name));

/** The same few words stand on millions of spans; a hostile file may have others on each. */
const MOST_WORDS = 4096;

function remembered(work: (word: string) => number): (word: string) => number {
  const known = new Map<string, number>();
  return (word) => {
    const found = known.get(word);
    if (found !== undefined) return found;
    const made = work(word);
    if (known.size < MOST_WORDS) known.set(word, made);
    return made;
  };
}

const sets = new Map<number, readonly Dialect[]>();

function newSet(bits: number): readonly Dialect[] {
  const made = table.filter((_, at) => (bits & (1 << at)) !== 0).map(({ dialect }) => dialect);
  sets.set(bits, made);
  return made;
}
