import type { ModelReply, ModelRequest } from "../src/testing/index.ts";

/** What a judge was shown: the texts of the material, by title. */
export type Shown = ReadonlyMap<string, string>;

/** Plays a judge on a loopback server: reads the question as a model would and answers it in its form. */
export function judgeByRule(request: ModelRequest, passes: (shown: Shown) => boolean): ModelReply {
  return { text: answerByRule(request.messages.map(({ text }) => text).join("\n"), passes) };
}

function answerByRule(prompt: string, passes: (shown: Shown) => boolean): string {
  const nonce = /"nonce" is "([0-9a-f]{32})"/.exec(prompt)?.[1] ?? "";
  const shown = materialOf(prompt, nonce);
  const isPass = passes(shown);
  const properties = shown.get("Properties to decide about");
  if (properties === undefined) {
    return JSON.stringify({
      nonce,
      rationale: `It is ${isPass ? "right" : "wrong"}.`,
      verdict: isPass ? "valid" : "invalid",
    });
  }
  const items = (JSON.parse(properties) as { id: string; property: string }[]).map(
    ({ id, property }) => ({
      id,
      property,
      rationale: "By rule.",
      evidence: "",
      verdict: isPass ? "yes" : "no",
    }),
  );
  return JSON.stringify({ nonce, items });
}

function materialOf(prompt: string, nonce: string): Shown {
  const begin = prompt.indexOf(`<<<MATERIAL ${nonce}`);
  const end = prompt.indexOf(`MATERIAL ${nonce}>>>`);
  const lines = prompt.slice(begin, end).split("\n").slice(1).filter(Boolean);
  return new Map(
    lines.map((line) => {
      const { title, text } = JSON.parse(line) as { title: string; text: string };
      return [title, text];
    }),
  );
}

export const answerShown = (shown: Shown): string =>
  shown.get("Answer of the agent, to be judged") ?? "";
