import type { IntermediateData } from "../core/invocation.ts";
import {
  freeObject,
  list,
  makeShape,
  object,
  required,
  type Shape,
  type ShorthandKey,
  text,
} from "../core/shape.ts";
import { contentOrText } from "./content-shape.ts";

interface OldToolUse {
  readonly toolName: string;
  readonly toolInput: Readonly<Record<string, unknown>>;
}

interface OldResponse {
  readonly author: string;
  readonly text: string;
}

const oldToolUses = list(
  object<OldToolUse>(
    { toolName: required(text), toolInput: required(freeObject) },
    { called: "an expected tool use", unknown: "refuse", snakeOnly: true, title: "OldToolUse" },
  ),
);

const oldResponses = list(
  object<OldResponse>(
    { author: required(text), text: required(text) },
    {
      called: "an intermediate response",
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
    shape: saidBy("user"),
    says: '"query" is the old name of "user_content".',
  },
  reference: {
    field: "finalResponse",
    shape: saidBy("model"),
    says: '"reference" is the old name of "final_response".',
  },
  expected_tool_use: {
    field: "intermediateData",
    shape: readAs(oldToolUses, (uses) => ({
      ...nothing,
      toolUses: uses.map(({ toolName, toolInput }) => ({ name: toolName, args: toolInput })),
    })),
    says: '"expected_tool_use" is the old name of "intermediate_data.tool_uses".',
    merge: (before, value) => joined(before as IntermediateData, value as IntermediateData),
  },
  expected_intermediate_agent_responses: {
    field: "intermediateData",
    shape: readAs(oldResponses, (said) => ({
      ...nothing,
      intermediateResponses: said.map((each) => [each.author, [{ text: each.text }]] as const),
    })),
    says: '"expected_intermediate_agent_responses" is the old name of "intermediate_data.intermediate_responses".',
    merge: (before, value) => joined(before as IntermediateData, value as IntermediateData),
  },
};

/** One remark about the old key is enough; the plain text under it needs none of its own. */
function saidBy(role: "user" | "model"): Shape<unknown> {
  const content = contentOrText(role);
  return makeShape({
    called: "a text",
    read: (value, context) =>
      typeof value === "string" ? { parts: [{ text: value }], role } : content.read(value, context),
    write: (value) => value,
    schema: () => content.schema(),
  });
}

function readAs<From>(
  shape: Shape<readonly From[]>,
  change: (value: readonly From[]) => IntermediateData,
): Shape<unknown> {
  return makeShape({
    called: shape.called,
    read(value, context) {
      const before = context.problems.length;
      const read = shape.read(value, context);
      return context.problems.length > before ? nothing : change(read);
    },
    write: (value) => value,
    schema: () => shape.schema(),
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
