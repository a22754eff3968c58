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

/** The words of one text that the other has not, or not as often, as they are written. */
function leftOver(words: readonly string[], others: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const other of others) {
    const stem = rougeStem(other);
    counts.set(stem, (counts.get(stem) ?? 0) + 1);
  }
  return words.filter((word) => {
    const stem = rougeStem(word);
    const count = counts.get(stem) ?? 0;
    counts.set(stem, count - 1);
    return count <= 0;
  });
}

const MOST_SHOWN = 5;
const LONGEST_SHOWN = 24;

function some(words: readonly string[]): string {
  const shown = [...new Set(words)].slice(0, MOST_SHOWN).map(quoted).join(", ");
  const rest = new Set(words).size - MOST_SHOWN;
  return rest > 0 ? `${shown} and ${rest} more` : shown;
}

function quoted(word: string): string {
  return `"${word.length > LONGEST_SHOWN ? `${word.slice(0, LONGEST_SHOWN - 1)}…` : word}"`;
}
