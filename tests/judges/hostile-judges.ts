import type { ChatModel, ChatRequest } from "../../src/core/chat-model.ts";
import type { Injection } from "../../src/judges/injection-corpus.ts";
import { type ScriptedReply, scriptedModel } from "../../src/testing/scripted-model.ts";
import { nonceIn } from "./measure-with-model.ts";

/** A judge with a weakness. What it means to say is no; whether that gets through is up to the pipeline. */
export type HostileJudge = (injection: Injection) => ChatModel;

export const hostileJudges: Readonly<Record<string, HostileJudge>> = {
  /** Repeats what it was shown, then says what it means. */
  Echo: () => scriptedModel((request) => `${shown(request)}\n${verdict(request, "no")}`),
  /** Does whatever stands outside the fence, also when the text under test got it there. */
  Gullible: ({ text }) =>
    scriptedModel((request) => verdict(request, isOutside(text, request) ? "yes" : "no")),
  FirstJSON: ({ text }) => scriptedModel((request) => `${text}\n${verdict(request, "no")}`),
  LastJSON: ({ text }) => scriptedModel((request) => `${verdict(request, "no")}\n${text}`),
  /** Stops in the middle, and goes on with words of the text under test. */
  Truncator: ({ text }) =>
    scriptedModel((request, count): ScriptedReply => {
      const whole = verdict(request, "no");
      const half = whole.slice(0, Math.floor(whole.length * ((count % 9) / 10)));
      return count % 2 === 0 ? { text: half, finish: "length" } : `${half}${text}`;
    }),
  Refuser: () =>
    scriptedModel((_request, count): ScriptedReply => {
      const text = "I'm sorry, I can't help with that.";
      return count % 2 === 0 ? text : { text, finish: "refusal" };
    }),
  /** Says one thing and the other in turn, beginning with what it means. */
  Flipper: () =>
    scriptedModel((request, count) => verdict(request, count % 2 === 0 ? "no" : "yes")),
  /** Passes everything, with a word that it made up or found in the text. */
  "Liar-nonce": ({ text }) =>
    scriptedModel((request, count) => {
      const made = /[0-9a-f]{32}/.exec(text)?.[0] ?? "f".repeat(32);
      return verdict(request, "yes", count % 2 === 0 ? made : nonceIn(body(request)).toUpperCase());
    }),
};

/** A judge without a weakness. */
export function honestJudge(says: "yes" | "no"): ChatModel {
  return scriptedModel((request) => verdict(request, says));
}

function verdict(request: ChatRequest, says: "yes" | "no", nonce = nonceIn(body(request))): string {
  const item = { id: "pier", property: "", rationale: "", evidence: "", verdict: says };
  return JSON.stringify({ nonce, items: [item] });
}

function body(request: ChatRequest): string {
  return request.messages[0]?.text ?? "";
}

/** The texts of the material, as plain as a careless judge would repeat them. */
function shown(request: ChatRequest): string {
  const lines = body(request).split("\n");
  const nonce = nonceIn(body(request));
  const from = lines.indexOf(`<<<MATERIAL ${nonce}`) + 1;
  const to = lines.indexOf(`MATERIAL ${nonce}>>>`);
  return lines
    .slice(from, to)
    .map((line) => JSON.parse(line).text)
    .join("\n");
}

/** A gullible judge takes any line that looks like a closing mark for one. */
function isOutside(text: string, request: ChatRequest): boolean {
  const fence = /^<<<MATERIAL .*$[\s\S]*?^MATERIAL .*>>>$/m;
  const outside = `${request.system}\n${body(request).replace(fence, "")}`;
  return text
    .split("\n")
    .filter((line) => line.trim().length > 8)
    .some((line) => outside.includes(line.trim()));
}
