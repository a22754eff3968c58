import type { ToolDeclaration } from "./tool-declaration.ts";

/** Bumped when the words below change. */
export const TOOL_LINKS_PROMPT_VERSION = 1;

/** Asks a model how the tools of an agent hang together. */
export function toolLinksPrompt(tools: readonly ToolDeclaration[]): string {
  return `Below are the tools that an AI agent can call. Find the parameters by which they hang together: ids and other keys of
things that one tool brings into the world and another tool speaks of.

For each such parameter, say
- "parameter_name": what it is called;
- "creating_tools": the tools that make, change, cancel or delete the thing it names;
- "consuming_tools": the tools that take it and only look.

A parameter that just one tool knows, or that names nothing that lasts, is none.

The tools, as JSON:

${JSON.stringify(tools, null, 2)}

Answer with one JSON object and nothing else, in this form:

{"stateful_parameters": [{"parameter_name": "…", "creating_tools": ["…"], "consuming_tools": ["…"]}]}`;
}
