/** A plan shorter than this is something that a user may well say. */
const SHORTEST_PLAN = 8;

interface Secrets {
  readonly plan: string;
  readonly startingPrompt: string;
  /** Sentences of the instructions that no user would say by chance. */
  readonly rules: readonly string[];
}

/** What a message gives away word for word, in a sentence; undefined when nothing. */
export function recited(message: string, secrets: Secrets): string | undefined {
  const said = plainWords(message);
  const plan = plainWords(secrets.plan);
  const isTelling = plan.split(" ").length >= SHORTEST_PLAN;
  if (isTelling && said.includes(plan) && !plainWords(secrets.startingPrompt).includes(plan)) {
    return "It recited its plan to the agent.";
  }
  const hasRule = secrets.rules.some((rule) => said.includes(plainWords(rule)));
  return hasRule ? "It recited its instructions to the agent." : undefined;
}

/** The words alone: a dropped full stop or another case is still word for word. */
function plainWords(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim();
}
