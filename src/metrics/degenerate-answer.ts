/** Openings that say nothing and that careless judges have been seen to pass. */
const openers =
  /^(?:thought process|solution|answer|final answer|let['’]?s (?:think|solve)[\p{L}\s]*|let me[\p{L}\s]*)$/iu;
const declining = /\b(?:i can(?:no|['’])t|i(?:['’]m| am) (?:unable|not able)|as an ai)\b/i;

/** What is odd about an answer before anybody judges it: the judge is told, and so is the report. */
export function degenerateAnswer(text: string): string | undefined {
  if (text.trim() === "") return "empty";
  const words = text.replace(/[^\p{L}\p{N}\s]+/gu, " ").trim();
  if (words === "") return "punctuation only";
  if (openers.test(words)) return "an opening without an answer";
  return text.length < 300 && declining.test(text) ? "a refusal" : undefined;
}

/** A sentence of ours for the judge. */
export function degenerateNote(text: string): string {
  const tag = degenerateAnswer(text);
  return tag === undefined
    ? ""
    : `\n\nNote: a check before you found that the answer to judge is ${tag}.`;
}
