import {
  expectOutcome,
  expectTurn,
  type JudgedInput,
  type JudgedOutcome,
  measureByScript,
} from "../judged-by-script.ts";
import type { Asked, ScriptedAnswer } from "../scripted-judge.ts";
import { type ConformanceKind, outcomeOf } from "../vector.ts";

type TextVerdict = readonly (string | null)[] | null | "unsegmented" | "error" | "error-late";

export const checks: ConformanceKind = {
  inputs: ["criterion", "actual", "expected", "verdicts"],
  async hold(vector) {
    const input = vector.input as unknown as JudgedInput & {
      readonly verdicts: readonly (readonly TextVerdict[])[];
    };
    const result = await measureByScript("hallucinations_v1", input, (asked) => {
      const [, count, part] = asked.step.split("/");
      const verdict = input.verdicts[asked.turn]?.[Number(count) - 1];
      if (verdict === undefined) throw new Error("asked about more texts than the vector has");
      if (part === "cut") return cut(asked, verdict);
      expectTurn(asked, input);
      return label(verdict);
    });
    expectOutcome(result, outcomeOf(vector) as unknown as JudgedOutcome);
  },
};

/** As many pieces of the text as there are labels; they overlap, since the vectors' texts are short. */
function cut({ material }: Asked, verdict: TextVerdict): ScriptedAnswer {
  if (verdict === "error") return "error";
  if (verdict === "unsegmented") return { sentences: [] };
  const text = material[0]?.text ?? "";
  const count = Array.isArray(verdict) ? verdict.length : 1;
  return { sentences: Array.from({ length: count }, (_, place) => pieceOf(text, place)) };
}

/** The whole text first, then other passages of it, no two alike. */
function pieceOf(text: string, place: number): string {
  const words = text.replace(/\s+/g, " ").trim();
  const pieces = new Set<string>();
  for (let from = 0; pieces.size <= place && from < words.length; from += 1) {
    for (let to = words.length; pieces.size <= place && to > from; to -= 1) {
      const piece = words.slice(from, to).trim();
      if (piece !== "") pieces.add(piece);
    }
  }
  const piece = [...pieces][place];
  if (piece === undefined) throw new Error("the text is too short to be cut so often");
  return piece;
}

function label(verdict: TextVerdict): ScriptedAnswer {
  if (verdict === null) return null;
  if (!Array.isArray(verdict)) {
    if (verdict === "error-late") return "error";
    throw new Error(`${JSON.stringify(verdict)} is no labelling`);
  }
  const labels = verdict.map((word: string | null, place) => ({
    sentence: place + 1,
    label: word ?? "hard to say",
    rationale: "",
    evidence: "",
  }));
  return { labels };
}
