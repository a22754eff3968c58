import { rougeStem, rougeWords } from "./rouge-tokens.ts";

/** In a sentence, which words of the reference an answer lacks, and which of its own it has instead. */
export function explainWords(reference: string, candidate: string): string {
  const wanted = rougeWords(reference);
  const given = rougeWords(candidate);
  if (given.length === 0) return "There are no words in the answer.";
  if (wanted.length === 0) return "There are no words in the reference.";
  const missing = leftOver(wanted, given);
  const added = leftOver(given, wanted);
  const parts = [
    ...(missing.length > 0 ? [`lacks ${some(missing)}`] : []),
    ...(added.length > 0 ? [`adds ${some(added)}`] : []),
  ];
  return parts.length === 0 ? "The words are the same." : `The answer ${parts.join(" and ")}.`;
}

/** What one text has and the other has not, or not as often: words that stand together as one phrase. */
function leftOver(words: readonly string[], others: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const other of others) {
    const stem = rougeStem(other);
    counts.set(stem, (counts.get(stem) ?? 0) + 1);
  }
  const phrases: string[] = [];
  let last = -2;
  for (const [at, word] of words.entries()) {
    const stem = rougeStem(word);
    const count = counts.get(stem) ?? 0;
    counts.set(stem, count - 1);
    if (count > 0) continue;
    if (at === last + 1) phrases.push(`${phrases.pop()} ${word}`);
    else phrases.push(word);
    last = at;
  }
  return [...new Set(phrases)];
}

const MOST_SHOWN = 3;
const LONGEST_SHOWN = 40;

/** The longest say most; they stay in their order. */
function some(phrases: readonly string[]): string {
  const longest = phrases.toSorted((one, other) => other.length - one.length).slice(0, MOST_SHOWN);
  const shown = phrases.filter((phrase) => longest.includes(phrase)).slice(0, MOST_SHOWN);
  const rest = phrases.length - shown.length;
  const listed = shown.map(quoted).join(", ");
  return rest > 0 ? `${listed} and ${rest} more` : listed;
}

function quoted(phrase: string): string {
  const text = phrase.length > LONGEST_SHOWN ? `${phrase.slice(0, LONGEST_SHOWN - 1)}…` : phrase;
  return `"${text}"`;
}
