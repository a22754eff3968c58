import type { FunctionCall, Part } from "../core/content.ts";
import {
  type IntermediateData,
  type InvocationEvent,
  type InvocationEvents,
  isRecorded,
} from "../core/invocation.ts";
import {
  ifGiven,
  isObject,
  list,
  makeShape,
  object,
  optional,
  type Reading,
  reading,
  required,
  type Shape,
  text,
  withDefault,
} from "../core/shape.ts";
import {
  contentShape,
  functionCallShape,
  functionResponseShape,
  partShape,
} from "./content-shape.ts";
import { groundingMetadataShape } from "./grounding-shape.ts";
import { usageMetadataShape } from "./usage-metadata-shape.ts";

/** A call, or the bare name of a tool: then only the name counts, which the case remembers in `names_only`. */
const toolUseShape: Shape<FunctionCall> = reading(
  functionCallShape,
  (value, context, inner) => {
    if (typeof value !== "string") return inner.read(value, context);
    context.shorthand('A tool\'s name stands for {"name": …} that matches with any arguments.');
    return { name: value };
  },
  () => ({ anyOf: [{ type: "string" }, functionCallShape.schema()] }),
);

const parts = list(partShape);

/** Who said it, and the parts of what was said. */
const authoredPartsShape: Shape<readonly [string, readonly Part[]]> = makeShape({
  called: "a pair of an author and a list of parts",
  read(value, context) {
    if (!Array.isArray(value) || value.length !== 2) {
      context.problem("An intermediate response is a pair of an author and a list of parts.", {
        hint: 'Write ["author", [{"text": "…"}]].',
      });
      return undefined as never;
    }
    return [context.within(0, text, value[0]), context.within(1, parts, value[1])];
  },
  write: ([author, said], mode) => [author, parts.write(said, mode)],
  schema: () => ({
    type: "array",
    prefixItems: [{ type: "string" }, parts.schema()],
    minItems: 2,
    maxItems: 2,
  }),
});

const authoredShape: Shape<IntermediateData> = object<IntermediateData>(
  {
    toolUses: withDefault(list(toolUseShape), [], "The tool calls expected, in order."),
    toolResponses: ifGiven(
      list(functionResponseShape),
      [],
      "What the tools should answer. An empty list: none should.",
    ),
    intermediateResponses: ifGiven(
      list(authoredPartsShape),
      [],
      "What is said on the way to the answer, as pairs of author and parts. An empty list: nothing.",
    ),
  },
  { called: "intermediate data", unknown: "refuse", title: "IntermediateData" },
);

const eventShape = object<InvocationEvent>(
  {
    author: required(text),
    content: optional(contentShape),
    groundingMetadata: optional(groundingMetadataShape),
    usageMetadata: optional(usageMetadataShape),
    modelVersion: optional(text),
  },
  { called: "an event", unknown: "drop", title: "InvocationEvent" },
);

const recordedShape: Shape<InvocationEvents> = object<InvocationEvents>(
  { invocationEvents: withDefault(list(eventShape), [], "The agent's events as recorded.") },
  { called: "recorded events", unknown: "refuse", title: "InvocationEvents" },
);

/** What an agent does between question and answer: written down by hand, or recorded as events. `{}` is the first. */
export const intermediateDataShape: Shape<IntermediateData | InvocationEvents> = makeShape({
  called: "intermediate data",
  read(value, context) {
    if (!isObject(value)) return authoredShape.read(value, context);
    if (Object.keys(value).length === 0) return nothingExpected;
    const recorded = "invocation_events" in value || "invocationEvents" in value;
    if (!recorded) return authoredShape.read(value, context);
    return readRecorded(value, context);
  },
  write(value, mode) {
    const written = isRecorded(value)
      ? recordedShape.write(value, mode)
      : authoredShape.write(value, mode);
    return mode === "given" ? toldApart(value, written) : written;
  },
  schema: () => ({ anyOf: [authoredShape.schema(), recordedShape.schema()] }),
});

/** `{}` says more than one list that is empty, so that it is written for nothing else, and for that always. */
function toldApart(value: IntermediateData | InvocationEvents, written: unknown): unknown {
  if (isRecorded(value))
    return value.invocationEvents.length === 0 ? { invocation_events: [] } : written;
  const { toolUses, toolResponses, intermediateResponses } = value;
  const all = [toolUses, toolResponses, intermediateResponses];
  if (all.every((each) => each?.length === 0)) return {};
  return isObject(written) && Object.keys(written).length === 0 ? { tool_uses: [] } : written;
}

/** Whoever writes `{}` says that nothing happens between question and answer. */
const nothingExpected: IntermediateData = {
  toolUses: [],
  toolResponses: [],
  intermediateResponses: [],
};

const authoredKeys: ReadonlySet<string> = new Set([
  "tool_uses",
  "toolUses",
  "tool_responses",
  "toolResponses",
  "intermediate_responses",
  "intermediateResponses",
]);

function readRecorded(value: Record<string, unknown>, context: Reading): InvocationEvents {
  const authored = Object.keys(value).find((key) => authoredKeys.has(key));
  if (authored === undefined) return recordedShape.read(value, context);
  context.path.push(authored);
  context.problem(`"invocation_events" and "${authored}" exclude each other.`, {
    hint: "Intermediate data is either recorded as events or written down as calls; keep one form.",
    mark: "key",
  });
  context.path.pop();
  return { invocationEvents: [] };
}
