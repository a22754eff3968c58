/** Openings that say nothing and that careless judges have been observed to pass. */
const openers =
  /^(?:thought process|solution|answer|final answer|let['’]?s (?:think|solve)[\p{L}\s]*|let me[\p{L}\s]*)$/iu;

/** What is odd about an answer before anybody judges it, for reports. */
export function degenerateAnswer(text: string): string | undefined {
  if (text.trim() === "") return "empty";
  const words = text.replace(/[^\p{L}\p{N}\s]+/gu, " ").trim();
  if (words === "") return "punctuation only";
  return openers.test(words) ? "an opening without an answer" : undefined;
}

/**
 * A sentence of ours for the judge, where it is a plain fact. What a pattern guesses about an answer (an opening, a refusal)
 * is not reported: "I can't see any problem" declines nothing, and a judge believes us.
 */
export function degenerateNote(text: string): string {
  const fact = factAbout(text);
  return fact === undefined ? "" : `\n\nNote: a check before you found that ${fact}.`;
}

function factAbout(text: string): string | undefined {
  if (text.trim() === "") return "the answer to judge is empty";
  if (/[\p{L}\p{N}\p{S}]/u.test(text)) return undefined;
  return "the answer to judge has neither letters nor digits nor signs in it";
}
