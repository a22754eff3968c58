import type { IntermediateData } from "../../core/invocation.ts";
import { required, type ShorthandKey } from "../../core/schema/object-field.ts";
import { object } from "../../core/schema/object-schema.ts";
import { makeSchema, type Schema } from "../../core/schema/parse-context.ts";
import { array, freeObject, string } from "../../core/schema/schema.ts";
import { contentOrText } from "../schema/content-schema.ts";

interface OldToolUse {
  readonly toolName: string;
  readonly toolInput: Readonly<Record<string, unknown>>;
}

interface OldResponse {
  readonly author: string;
  readonly text: string;
}

const oldToolUses = array(
  object<OldToolUse>(
    { toolName: required(string), toolInput: required(freeObject) },
    { expected: "an expected tool use", unknown: "refuse", snakeOnly: true, title: "OldToolUse" },
  ),
);

const oldResponses = array(
  object<OldResponse>(
    { author: required(string), text: required(string) },
    {
      expected: "an intermediate response",
      unknown: "refuse",
      snakeOnly: true,
      title: "OldResponse",
    },
  ),
);

const nothing: IntermediateData = { toolUses: [] };

/** Names of the old row format that people still write inside a turn of the new one. */
export const oldRowKeys: Readonly<Record<string, ShorthandKey>> = {
  query: {
    field: "userContent",
    schema: saidBy("user"),
    says: '"query" is the old name of "user_content".',
  },
  reference: {
    field: "finalResponse",
    schema: saidBy("model"),
    says: '"reference" is the old name of "final_response".',
  },
  expected_tool_use: {
    field: "intermediateData",
    schema: readAs(oldToolUses, (uses) => ({
      ...nothing,
      toolUses: uses.map(({ toolName, toolInput }) => ({ name: toolName, args: toolInput })),
    })),
    says: '"expected_tool_use" is the old name of "intermediate_data.tool_uses".',
    merge: (before, value) => joined(before as IntermediateData, value as IntermediateData),
  },
  expected_intermediate_agent_responses: {
    field: "intermediateData",
    schema: readAs(oldResponses, (said) => ({
      ...nothing,
      intermediateResponses: said.map((each) => [each.author, [{ text: each.text }]] as const),
    })),
    says: '"expected_intermediate_agent_responses" is the old name of "intermediate_data.intermediate_responses".',
    merge: (before, value) => joined(before as IntermediateData, value as IntermediateData),
  },
};

/** One remark about the old key is enough; the plain text under it needs none of its own. */
function saidBy(role: "user" | "model"): Schema<unknown> {
  const content = contentOrText(role);
  return makeSchema({
    expected: "a string",
    read: (value, context) =>
      typeof value === "string" ? { parts: [{ text: value }], role } : content.read(value, context),
    write: (value) => value,
    jsonSchema: () => content.jsonSchema(),
  });
}

function readAs<From>(
  schema: Schema<readonly From[]>,
  change: (value: readonly From[]) => IntermediateData,
): Schema<unknown> {
  return makeSchema({
    expected: schema.expected,
    read(value, context) {
      const before = context.problems.length;
      const read = schema.read(value, context);
      return context.problems.length > before ? nothing : change(read);
    },
    write: (value) => value,
    jsonSchema: () => schema.jsonSchema(),
  });
}

function joined(before: IntermediateData, more: IntermediateData): unknown {
  if (before.toolUses === undefined) return before;
  const said = [before.intermediateResponses, more.intermediateResponses].filter(
    (each) => each !== undefined,
  );
  return {
    toolUses: [...before.toolUses, ...more.toolUses],
    ...(before.toolResponses === undefined ? {} : { toolResponses: before.toolResponses }),
    ...(said.length === 0 ? {} : { intermediateResponses: said.flat() }),
  };
}
