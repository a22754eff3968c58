import { textOf } from "../core/content.ts";
import type { EvalCase } from "../core/eval-set.ts";
import { toolCallsOf } from "../core/invocation.ts";
import { nearDuplicates } from "./near-duplicates.ts";

/** Sentences about what is no mistake and may make a set easier than it looks: twins, and answers given away by the question. */
export async function sanityHints(
  cases: readonly (() => EvalCase | Promise<EvalCase>)[],
): Promise<readonly string[]> {
  const hints: string[] = [];
  const prompts: { id: string; text: string }[] = [];
  for (const load of cases) {
    const evalCase = await load();
    prompts.push({ id: evalCase.evalId, text: promptOf(evalCase) });
    hints.push(...givenAway(evalCase));
  }
  const twins = nearDuplicates(prompts).map(
    ([one, other]) => `${one} and ${other} ask nearly the same.`,
  );
  return [...twins, ...hints];
}

function promptOf({ conversation, conversationScenario: scenario }: EvalCase): string {
  if (conversation === undefined) return scenario?.startingPrompt ?? "";
  return conversation.map(({ userContent }) => textOf(userContent) ?? "").join("\n");
}

/** Shorter answers stand in many questions without giving anything away. */
const LONG_ENOUGH = 3;

function givenAway({ evalId, conversation = [] }: EvalCase): readonly string[] {
  const hints: string[] = [];
  let said = "";
  for (const turn of conversation) {
    said = `${said} ${textOf(turn.userContent) ?? ""}`;
    const reference = plain(textOf(turn.finalResponse) ?? "");
    if (reference.split(" ").length >= LONG_ENOUGH && plain(said).includes(reference)) {
      hints.push(`${evalId}: the expected answer stands in what the user says.`);
    }
    const names = new Set(toolCallsOf(turn).map(({ name = "" }) => name));
    const leaked = [...names].filter((name) => isDistinct(name) && said.includes(name));
    if (leaked.length > 0) hints.push(`${evalId}: the user names the tool ${leaked.join(", ")}.`);
  }
  return [...new Set(hints)];
}

/** `get_weather` is no word that a user would say by chance; `search` may be one. */
function isDistinct(name: string): boolean {
  return /[_\-.]|[a-z][A-Z]/.test(name);
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
