import { valueText } from "../value-text.ts";

const mostFacts = 6;
/** Under these names people put the reason among the details. */
const reasonKeys = ["why", "reason", "reasoning", "explanation", "message"];

/** What a metric of somebody else says about its score: the reason it gives, then the plain facts among its details. */
export function ownWords(
  why: unknown,
  details: Readonly<Record<string, unknown>> | undefined,
): string | undefined {
  const given = Object.entries(details ?? {});
  const among = given.find(([key, value]) => reasonKeys.includes(key) && isText(value));
  const said = isText(why) ? why.trim() : isText(among?.[1]) ? among[1].trim() : undefined;
  const facts = given
    .filter(([key, value]) => isPlain(value) && value !== said && key !== among?.[0])
    .slice(0, mostFacts)
    .map(([key, value]) => `${key}: ${valueText(value)}`);
  const listed = facts.length === 0 ? undefined : `(${facts.join(", ")})`;
  return [said, listed].filter(Boolean).join(" ") || undefined;
}

/** Anything else may be of any size and form, and is in the report for programs. */
function isPlain(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((each) => !Array.isArray(each) && isPlain(each));
  return ["string", "number", "boolean"].includes(typeof value);
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}
