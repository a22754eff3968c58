import type { AgentDetails, AppDetails } from "../core/invocation.ts";
import {
  anything,
  list,
  object,
  record,
  required,
  type Shape,
  text,
  withDefault,
} from "../core/shape.ts";

const agentDetailsShape = object<AgentDetails>(
  {
    name: required(text),
    instructions: withDefault(text, ""),
    toolDeclarations: withDefault(list(anything), []),
  },
  { called: "an agent's details", unknown: "refuse", title: "AgentDetails" },
);

/** Which agents took part in a turn, with their instructions and tools. */
export const appDetailsShape: Shape<AppDetails> = object<AppDetails>(
  { agentDetails: withDefault(record(agentDetailsShape), {}) },
  { called: "app details", unknown: "refuse", title: "AppDetails" },
);
