import { createInterface } from "node:readline/promises";
import type { FirstCase } from "./init-eval-set.ts";
import { firstCases } from "./init-eval-set.ts";
import { type Preset, presetSummaries, presets } from "./init-presets.ts";

/** What `assay init` needs to know. */
export interface InitAnswers {
  readonly preset: Preset;
  readonly first: FirstCase;
  readonly words: readonly string[];
}

/** Asks one question; an empty answer means the default. */
export type Ask = (question: string, fallback: string) => Promise<string>;

/** The default of every question, for those who are not asked. */
export function defaultAnswers(preset: Preset): InitAnswers {
  return { preset, first: firstCases[preset], words: [] };
}

const lastQuestions: Readonly<Record<Preset, string>> = {
  tools: "Which tools should it call for that, in order? Names, with commas",
  chat: "Which words must be in every answer? With commas, or nothing",
  safety: "Which tools must it never call? Names, with commas",
};

/** Four questions: what matters, what must always work, what a good answer is, and by what to tell. */
export async function askQuestions(
  ask: Ask,
  { preset: given, guess }: { readonly preset: Preset | undefined; readonly guess: Preset },
): Promise<InitAnswers> {
  const preset = given ?? (await askPreset(ask, guess));
  const template = firstCases[preset];
  const request = await ask(
    "What must it always get right? As a user would say it",
    template.request,
  );
  const answer = await ask("What would a good answer be?", template.answer);
  const words = listOf(await ask(lastQuestions[preset], ""));
  const tools = preset === "tools" ? words : [];
  return { preset, first: { request, answer, tools }, words };
}

async function askPreset(ask: Ask, guess: Preset): Promise<Preset> {
  const kinds = presets.map((name) => `  ${name.padEnd(8)}${presetSummaries[name]}`).join("\n");
  for (;;) {
    const said = await ask(`What matters most?\n${kinds}\nOne of them`, guess);
    const preset = presets.find((name) => name.startsWith(said.trim().toLowerCase()));
    if (preset !== undefined) return preset;
  }
}

function listOf(text: string): readonly string[] {
  return text
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "");
}

/** Questions on a terminal. Ctrl-D takes the defaults of what is left; after Ctrl-C `interrupted` is aborted. */
export function terminalQuestions(): {
  readonly ask: Ask;
  readonly interrupted: AbortSignal;
  close(): void;
} {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const interrupt = new AbortController();
  lines.once("SIGINT", () => interrupt.abort());
  const closed = new Promise<string>((resolve) => {
    lines.once("close", () => resolve(""));
  });
  const { signal } = interrupt;
  return {
    async ask(question, fallback) {
      const hint = fallback === "" ? "" : ` (${fallback})`;
      const said = await Promise.race([lines.question(`${question}${hint}: `, { signal }), closed]);
      return said.trim() === "" ? fallback : said.trim();
    },
    interrupted: signal,
    close: () => lines.close(),
  };
}
