import type { FunctionCall, Part } from "../../core/content.ts";
import {
  type IntermediateData,
  type InvocationEvent,
  type InvocationEvents,
  isRecorded,
} from "../../core/invocation.ts";
import { ifGiven, optional, required, withDefault } from "../../core/schema/object-field.ts";
import { object } from "../../core/schema/object-schema.ts";
import {
  isObject,
  makeSchema,
  type ParseContext,
  type Schema,
} from "../../core/schema/parse-context.ts";
import { array, string, withRead } from "../../core/schema/schema.ts";
import {
  contentSchema,
  functionCallSchema,
  functionResponseSchema,
  partSchema,
} from "./content-schema.ts";
import { groundingMetadataSchema } from "./grounding-schema.ts";
import { usageMetadataSchema } from "./usage-metadata-schema.ts";

/** A call, or the bare name of a tool: then only the name counts, which the case remembers in `names_only`. */
const toolUseSchema: Schema<FunctionCall> = withRead(
  functionCallSchema,
  (value, context, inner) => {
    if (typeof value !== "string") return inner.read(value, context);
    context.shorthand('A tool\'s name stands for {"name": …} that matches with any arguments.');
    return { name: value };
  },
  () => ({ anyOf: [{ type: "string" }, functionCallSchema.jsonSchema()] }),
);

const parts = array(partSchema);

/** Who said it, and the parts of what was said. */
const authoredPartsSchema: Schema<readonly [string, readonly Part[]]> = makeSchema({
  expected: "a pair of an author and an array of parts",
  read(value, context) {
    if (!Array.isArray(value) || value.length !== 2) {
      context.problem("An intermediate response is a pair of an author and an array of parts.", {
        hint: 'Write ["author", [{"text": "…"}]].',
      });
      return undefined as never;
    }
    return [context.within(0, string, value[0]), context.within(1, parts, value[1])];
  },
  write: ([author, said], mode) => [author, parts.write(said, mode)],
  jsonSchema: () => ({
    type: "array",
    prefixItems: [{ type: "string" }, parts.jsonSchema()],
    minItems: 2,
    maxItems: 2,
  }),
});

const authoredSchema: Schema<IntermediateData> = object<IntermediateData>(
  {
    toolUses: withDefault(array(toolUseSchema), [], "The tool calls expected, in order."),
    toolResponses: ifGiven(
      array(functionResponseSchema),
      [],
      "What the tools should answer. An empty array: none should.",
    ),
    intermediateResponses: ifGiven(
      array(authoredPartsSchema),
      [],
      "What is said on the way to the answer, as pairs of author and parts. An empty array: nothing.",
    ),
  },
  { expected: "intermediate data", unknown: "refuse", title: "IntermediateData" },
);

const eventSchema = object<InvocationEvent>(
  {
    author: required(string),
    content: optional(contentSchema),
    groundingMetadata: optional(groundingMetadataSchema),
    usageMetadata: optional(usageMetadataSchema),
    modelVersion: optional(string),
  },
  { expected: "an event", unknown: "drop", title: "InvocationEvent" },
);

const recordedSchema: Schema<InvocationEvents> = object<InvocationEvents>(
  { invocationEvents: withDefault(array(eventSchema), [], "The agent's events as recorded.") },
  { expected: "recorded events", unknown: "refuse", title: "InvocationEvents" },
);

/** What an agent does between question and answer: written down by hand, or recorded as events. `{}` is the first. */
export const intermediateDataSchema: Schema<IntermediateData | InvocationEvents> = makeSchema({
  expected: "intermediate data",
  read(value, context) {
    if (!isObject(value)) return authoredSchema.read(value, context);
    if (Object.keys(value).length === 0) return nothingExpected;
    const recorded = "invocation_events" in value || "invocationEvents" in value;
    if (!recorded) return authoredSchema.read(value, context);
    return readRecorded(value, context);
  },
  write(value, mode) {
    const written = isRecorded(value)
      ? recordedSchema.write(value, mode)
      : authoredSchema.write(value, mode);
    return mode === "given" ? toldApart(value, written) : written;
  },
  jsonSchema: () => ({ anyOf: [authoredSchema.jsonSchema(), recordedSchema.jsonSchema()] }),
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

function readRecorded(value: Record<string, unknown>, context: ParseContext): InvocationEvents {
  const authored = Object.keys(value).find((key) => authoredKeys.has(key));
  if (authored === undefined) return recordedSchema.read(value, context);
  context.path.push(authored);
  context.problem(`"invocation_events" and "${authored}" exclude each other.`, {
    hint: "Intermediate data is either recorded as events or written down as calls; keep one form.",
    mark: "key",
  });
  context.path.pop();
  return { invocationEvents: [] };
}
