/** Bumped when the words below change. */
export const GENERATION_PROMPT_VERSION = 1;

export interface GenerationFacts {
  readonly agent: string;
  readonly count: number;
  /** What the scenarios should be about, in the user's words. */
  readonly instruction?: string | undefined;
  /** What exists in the environment of the agent's tools. */
  readonly environment?: string | undefined;
  /** Starting prompts that are there already. */
  readonly known: readonly string[];
}

/** Asks a model for conversations that people could have with an agent. */
export function generationPrompt(facts: GenerationFacts): string {
  const { agent, count, instruction, environment, known } = facts;
  return [
    `Think of ${count} conversations that people could have with the AI agent described below, to find out how good it is. They
should differ from each other: what is wanted, how much is known beforehand, how straight the way is, what goes wrong.`,
    `# The agent\n\n${agent}`,
    environment === undefined
      ? ""
      : `# What exists in its world\n\nSpeak only of things that are here.\n\n${environment}`,
    instruction === undefined ? "" : `# What the conversations should be about\n\n${instruction}`,
    known.length === 0
      ? ""
      : `# These are there already; find others\n\n${known.map((each) => `- ${each}`).join("\n")}`,
    form,
  ]
    .filter((each) => each !== "")
    .join("\n\n");
}

const form = `# How to answer

For each conversation write
- "starting_prompt": the person's first message, word for word;
- "conversation_plan": what the person wants, one goal after the other, with every detail that the agent may ask for, and when
  the person is content. It is written for somebody who will play the person and knows nothing else.

Answer with one JSON object and nothing else, in this form:

{"scenarios": [{"starting_prompt": "…", "conversation_plan": "…"}]}`;
