import type { AgentDetails, AppDetails } from "../../core/invocation.ts";
import {
  anything,
  array,
  object,
  record,
  required,
  type Schema,
  string,
  withDefault,
} from "../../core/schema/schema.ts";

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
