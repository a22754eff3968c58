import type { ChatRequest } from "../src/core/chat-model.ts";
import { isObject } from "../src/core/schema/parse-context.ts";

/** Answers any question of ours in exactly its form: what a model whose output a grammar holds would write. */
export function answerInForm(request: ChatRequest, passes: boolean): string {
  const prompt = [request.system, ...request.messages.map(({ text }) => text)].join("\n");
  const nonce = /"nonce" is "([0-9a-f]{32})"/.exec(prompt)?.[1] ?? "";
  const form = isObject(request.schema?.properties) ? Object.keys(request.schema.properties) : [];
  return JSON.stringify({ nonce, ...answerTo(form, prompt, passes) });
}

const babble = "The the lamp of and therefore answer is because of the.";

function answerTo(form: readonly string[], prompt: string, passes: boolean): object {
  const shown = materialOf(prompt);
  if (form.includes("items")) {
    const listed = JSON.parse(shown.get("Properties to decide about") ?? "[]") as {
      id: string;
      property: string;
    }[];
    const verdict = passes ? "yes" : "no";
    return { items: listed.map((each) => ({ ...each, rationale: babble, evidence: "", verdict })) };
  }
  if (form.includes("sentences")) return { sentences: [shown.get("Text to cut") ?? ""] };
  if (form.includes("labels")) {
    const listed = JSON.parse(shown.get("Sentences to check") ?? "[]") as { sentence: number }[];
    const label = passes ? "supported" : "unsupported";
    return {
      labels: listed.map(({ sentence }) => ({ sentence, label, rationale: babble, evidence: "" })),
    };
  }
  if (form.includes("score")) return { rationale: babble, score: ratingOf(prompt, passes) };
  const criteria = form.includes("criteria") ? { criteria: [] } : {};
  const fault = form.includes("agent_at_fault") ? { agent_at_fault: "no" } : {};
  return { ...criteria, ...fault, rationale: babble, verdict: passes ? "valid" : "invalid" };
}

function ratingOf(prompt: string, passes: boolean): number {
  const [worst, best] = prompt.includes("from 1 to 5") ? [1, 5] : [0, 1];
  return passes ? best : worst;
}

/** What a judge was shown, by title. */
export function materialOf(prompt: string): ReadonlyMap<string, string> {
  const lines = prompt.split("\n").filter((line) => line.startsWith('{"title":'));
  return new Map(
    lines.map((line) => {
      const { title, text } = JSON.parse(line) as { title: string; text: string };
      return [title, text];
    }),
  );
}
