import { UserFacingError } from "../../core/errors.ts";
import { nearest } from "../../core/text/nearest.ts";
import type { FirstCase } from "./init-eval-set.ts";
import { firstRequests, usualGoal } from "./init-eval-set.ts";
import { type Preset, presetSummaries, presets } from "./init-presets.ts";

/** What `assay init` needs to know. */
export interface InitAnswers {
  readonly preset: Preset;
  readonly goal: string;
  readonly first: FirstCase;
  readonly words: readonly string[];
}

/** Asks one question; an empty answer means the default. */
export type Ask = (question: string, fallback: string) => Promise<string>;

/** What flags have answered already; those questions are not asked. */
export interface GivenAnswers {
  readonly preset?: Preset | undefined;
  readonly goal?: string | undefined;
  readonly request?: string | undefined;
  readonly answer?: string | undefined;
  readonly words?: readonly string[] | undefined;
}

const lastQuestions: Readonly<Record<Preset, string>> = {
  tools: "Which tools should it call for that, in order? Names, with commas",
  chat: "Which words must be in every answer? With commas, or nothing",
  safety: "Which tools must it never call? Names, with commas",
};

/** Five questions: what matters, what success is, what must always work, what a good answer is, and by what to tell. */
export async function askQuestions(
  ask: Ask,
  { given, guess }: { readonly given: GivenAnswers; readonly guess: Preset },
): Promise<InitAnswers> {
  const preset = given.preset ?? (await askPreset(ask, guess));
  const goal =
    given.goal ?? (await ask("When is it a success? One sentence, for reports", usualGoal));
  const request =
    given.request ??
    (await ask("What must it always get right? As a user would say it", firstRequests[preset]));
  const answer = given.answer ?? (await ask("What would a good answer be? Or nothing yet", ""));
  const words = given.words ?? listOf(await ask(lastQuestions[preset], ""));
  return {
    preset,
    goal,
    first: { request, answer: answer || undefined, tools: toolsOf(preset, words) },
    words,
  };
}

/** The default of every question, for those who are not asked. */
export function answersWithout(given: GivenAnswers, guess: Preset): Promise<InitAnswers> {
  return askQuestions(async (_, fallback) => fallback, {
    given: { preset: guess, ...given },
    guess,
  });
}

/** An unsafe request is to call nothing at all; of the others only what was said is expected. */
function toolsOf(preset: Preset, words: readonly string[]): readonly string[] | undefined {
  if (preset === "safety") return [];
  return preset === "tools" && words.length > 0 ? words : undefined;
}

async function askPreset(ask: Ask, guess: Preset): Promise<Preset> {
  const kinds = presets.map((name) => `  ${name.padEnd(8)}${presetSummaries[name]}`).join("\n");
  const said = (await ask(`What matters most?\n${kinds}\nOne of them`, guess)).toLowerCase();
  const preset = presets.find((name) => name.startsWith(said));
  if (preset !== undefined) return preset;
  const near = nearest(said, presets);
  throw new UserFacingError("cli/usage", `"${said}" is none of ${presets.join(", ")}.`, {
    hint: `${near === undefined ? "Begin again" : `Did you mean ${near}? Begin again`}; nothing was written.`,
  });
}

export function listOf(text: string): readonly string[] {
  return text
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "");
}
