import type { ModelReply, ModelRequest } from "../../../src/testing/index.ts";

/** What a judge is to think of an answer: how many of its samples call it wrong, and why. */
export interface Opinion {
  readonly wrongVotes: number;
  readonly rationale: string;
  /** Samples beyond those that cannot be read. */
  readonly unreadable?: number;
}

const judgedTitles = [
  "Properties to decide about",
  "Answer of the agent, to be judged",
  "Tool calls of the agent, with what the tools answered",
];

/** A judge that holds opinions about answers, and likes whatever it has none about. */
export function scriptedJudge(
  opinions: ReadonlyMap<string, Opinion>,
): (request: ModelRequest) => ModelReply {
  const asked = new Map<string, number>();
  return ({ messages }) => {
    const prompt = messages.map(({ text }) => text).join("\n");
    const nonce = /"nonce" is "([0-9a-f]{32})"/.exec(prompt)?.[1] ?? "";
    const shown = materialOf(prompt);
    const key = judgedTitles.map((title) => shown.get(title) ?? "").join("\n");
    const sample = asked.get(key) ?? 0;
    asked.set(key, sample + 1);
    const found = [...opinions].find(([text]) => key.includes(text))?.[1];
    const text = JSON.stringify({ nonce, ...replyTo(shown, sample % 5, found) });
    const usage = { input: Math.round(prompt.length / 4), output: Math.round(text.length / 4) };
    return { text, usage };
  };
}

function replyTo(
  shown: ReadonlyMap<string, string>,
  sample: number,
  opinion: Opinion | undefined,
): object {
  const cut = shown.get("Text to cut");
  if (cut !== undefined) return { sentences: cut.split(/(?<=[.!?]) /) };
  const sentences = shown.get("Sentences to check");
  if (sentences !== undefined) {
    const listed = JSON.parse(sentences) as readonly { readonly sentence: number }[];
    const rationale = "A tool said so.";
    return {
      labels: listed.map(({ sentence }) => ({
        sentence,
        label: "supported",
        rationale,
        evidence: "",
      })),
    };
  }
  if (opinion !== undefined && sample < (opinion.unreadable ?? 0)) return { verdict: "perhaps" };
  const isWrong = opinion !== undefined && sample < opinion.wrongVotes;
  const properties = shown.get("Properties to decide about");
  if (properties === undefined) {
    const rationale = isWrong ? opinion.rationale : "It says the same as the reference.";
    return { rationale, verdict: isWrong ? "invalid" : "valid" };
  }
  const listed = JSON.parse(properties) as readonly { readonly id: string; property: string }[];
  const items = listed.map(({ id, property }, place) => {
    const fails = isWrong && place < 2;
    const rationale = fails ? opinion.rationale : "The calls show it.";
    return { id, property, rationale, evidence: "", verdict: fails ? "no" : "yes" };
  });
  return { items };
}

function materialOf(prompt: string): ReadonlyMap<string, string> {
  const lines = prompt.split("\n").filter((line) => line.startsWith('{"title":'));
  return new Map(
    lines.map((line) => {
      const { title, text } = JSON.parse(line) as { readonly title: string; readonly text: string };
      return [title, text];
    }),
  );
}
