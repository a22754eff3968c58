import type { ChatReply } from "../core/chat-model.ts";
import type { JudgeQuestion } from "../core/judge.ts";
import { isObject } from "../core/schema/parse-context.ts";
import type { ReasonCode } from "../core/verdict.ts";
import { jsonObjectsIn } from "./json-objects.ts";
import { looksLikeRefusal } from "./looks-like-refusal.ts";
import { hasTwinKeys } from "./twin-keys.ts";

/** What a reply means: a verdict, or why it has none. A problem may be asked about once more; the rest is final. */
export type ReplyReading<Verdict> =
  | { readonly kind: "verdict"; readonly verdict: Verdict }
  | { readonly kind: "problem"; readonly problem: string }
  | { readonly kind: "void"; readonly reason: ReasonCode; readonly detail: string };

const LONGEST = 200_000;

/** Exactly one JSON object that carries the nonce, with nothing around it but white space and a code fence. */
export function readReply<Verdict>(
  reply: ChatReply,
  question: JudgeQuestion<Verdict>,
  nonce: string,
): ReplyReading<Verdict> {
  if (reply.finish === "refusal") {
    return { kind: "void", reason: "judge-refused", detail: "The judge refused to answer." };
  }
  if (reply.finish === "length") return unreadable("The reply was cut off before its end.");
  if (reply.text.length > LONGEST) return unreadable("The reply is far too long.");
  const body = withoutFence(reply.text.trim());
  const answer = parsed(body);
  if (answer === undefined) return explain(reply.text, question);
  if (!isObject(answer)) return unreadable("The reply is JSON, but not an object.");
  if (hasTwinKeys(body)) return contradiction("The reply names one key twice.");
  return readAnswer(answer, question, nonce);
}

function readAnswer<Verdict>(
  { nonce: given, ...answer }: Readonly<Record<string, unknown>>,
  question: JudgeQuestion<Verdict>,
  nonce: string,
): ReplyReading<Verdict> {
  if (given !== nonce) return unreadable('Its "nonce" is not the one of this question.');
  const known = isObject(question.schema.properties) ? question.schema.properties : {};
  if (Object.keys(answer).some((key) => !Object.hasOwn(known, key))) {
    const asked = ["nonce", ...Object.keys(known)].join(", ");
    return unreadable(`It has keys that nobody asked for; it should have ${asked}.`);
  }
  const read = question.read(answer);
  return "verdict" in read ? { kind: "verdict", verdict: read.verdict } : unreadable(read.problem);
}

/** Why a text that is not one JSON object cannot be used: it contradicts itself, it declines, or it is just not the form. */
function explain<Verdict>(text: string, question: JudgeQuestion<Verdict>): ReplyReading<Verdict> {
  const objects = jsonObjectsIn(text);
  const verdicts = new Set<string>();
  for (const { nonce: _, ...answer } of objects) {
    const read = question.read(answer);
    if ("verdict" in read) verdicts.add(JSON.stringify(read.verdict) ?? "");
  }
  if (verdicts.size > 1) return contradiction("The reply contains answers that differ.");
  if (objects.length > 1) return unreadable("The reply contains more than one JSON object.");
  if (objects.length === 1) return unreadable("There is text around the JSON object.");
  if (looksLikeRefusal(text)) {
    return { kind: "void", reason: "judge-refused", detail: "The judge declined to answer." };
  }
  return unreadable(text.trim() === "" ? "The reply is empty." : "The reply is not a JSON object.");
}

function unreadable<Verdict>(problem: string): ReplyReading<Verdict> {
  return { kind: "problem", problem };
}

function contradiction<Verdict>(detail: string): ReplyReading<Verdict> {
  return { kind: "void", reason: "judge-contradiction", detail };
}

/** The one thing around an answer that means nothing: a code fence. */
function withoutFence(text: string): string {
  if (!text.startsWith("```") || !text.endsWith("```") || text.length < 6) return text;
  const inner = text.slice(3, -3);
  const line = inner.indexOf("\n");
  const label = line === -1 ? "" : inner.slice(0, line).trim();
  return line !== -1 && /^[\w+-]*$/.test(label) ? inner.slice(line + 1) : inner;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
