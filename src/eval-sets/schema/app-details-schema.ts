import type { AgentDetails, AppDetails } from "../../core/invocation.ts";
import { required, withDefault } from "../../core/schema/object-field.ts";
import { object } from "../../core/schema/object-schema.ts";
import type { Schema } from "../../core/schema/parse-context.ts";
import { anything, array, record, string } from "../../core/schema/schema.ts";

const agentDetailsSchema = object<AgentDetails>(
  {
    name: required(string),
    instructions: withDefault(string, ""),
    toolDeclarations: withDefault(array(anything), []),
  },
  { expected: "an agent's details", unknown: "refuse", title: "AgentDetails" },
);

/** Which agents took part in a turn, with their instructions and tools. */
export const appDetailsSchema: Schema<AppDetails> = object<AppDetails>(
  { agentDetails: withDefault(record(agentDetailsSchema), {}) },
  { expected: "app details", unknown: "refuse", title: "AppDetails" },
);
