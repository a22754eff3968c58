import type { EnvironmentState } from "./environment-state.ts";
import type { ToolDeclaration } from "./tool-declaration.ts";
import type { ToolLink } from "./tool-links.ts";

/** Bumped when the words below change. */
export const TOOL_ANSWER_PROMPT_VERSION = 1;

export interface ToolAnswerFacts {
  readonly tool: ToolDeclaration;
  readonly args: Readonly<Record<string, unknown>>;
  readonly links: readonly ToolLink[];
  readonly state: EnvironmentState;
  readonly environmentData?: string | undefined;
  readonly tracing?: string | undefined;
}

/** Asks a model to answer a call in the place of the tool. */
export function toolAnswerPrompt(facts: ToolAnswerFacts): string {
  const { tool, args, links, state, environmentData, tracing } = facts;
  return [
    `An AI agent is being tested in a simulated world. You stand in for one of its tools: answer the call below as the real tool
would, so that the world stays consistent from call to call.`,
    section("The tool", tool),
    section("The arguments of this call", args),
    section("How the tools hang together", links),
    section("What exists so far, by parameter and value", state),
    environmentData === undefined ? "" : `# What is true in this world\n\n${environmentData}`,
    tracing === undefined ? "" : `# What the tools did in an earlier run\n\n${tracing}`,
    rules,
  ]
    .filter((each) => each !== "")
    .join("\n\n");
}

function section(title: string, value: unknown): string {
  return `# ${title}\n\n${JSON.stringify(value, null, 2)}`;
}

const rules = `# How to answer

- When the tool makes something new, invent a key for it that does not exist yet, and put it into your answer under the
  parameter's name. When it changes something, put the key of that thing into your answer.
- When the tool is asked about something that neither exists so far nor is true in this world, answer with the error that the
  real tool would give.
- Otherwise answer from what exists and what is true; make up only what neither says.
- Answer with one JSON object, the tool's answer, and nothing else.`;
