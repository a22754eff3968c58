import { secretForms } from "./secret-forms.ts";

interface Known {
  readonly name: string;
  readonly value: string;
}

/** Our own placeholders are whole already, and stay so. */
const PLACEHOLDER = "(?<placeholder>\\[secret [^\\s\\]]+(?: as [^#\\]]+?)?(?: #[0-9a-f]{6})?\\])";
const WORD = "\\b[\\p{L}\\p{N}]{4,}";
/** What may stand between two words of a value in a sentence that lists them. */
const BETWEEN = "[^\\p{L}\\p{N}[\\]]{1,4}";
/** So much of a word counts as it where nothing says that the word was cut. */
const CUT_WORD = 8;
/** What a sentence puts where it cut a text; of a word beside it any part counts. */
const CUT = "…";
const WITHIN_A_WORD = 12;
/** A shorter piece of what an encoder wrote is no secret's. */
const ENCODED_WORD = 6;

/** What keys begin with to say what they are. They tell nothing, and sentences about anything else have them too. */
const wordsOfKeys = new Set("secret token live test prod proj sandbox github".split(" "));

/** Masks the words of secrets in a text: all of a value's in a row, however short, and the longer ones by themselves. */
export function secretWords(
  secrets: readonly Known[],
): (text: string, placeholder: (name: string) => string) => string {
  const fragments = fragmentsOf(secrets);
  const rows = rowsOf(secrets);
  const pattern = new RegExp([PLACEHOLDER, ...rows.keys(), WORD].join("|"), "giu");
  const inRow = [...rows].map(([row, name]) => [new RegExp(`^${row}$`, "iu"), name] as const);

  function nameOf(found: string, beginsCut: boolean, endsCut: boolean): string | undefined {
    const small = found.toLowerCase();
    const name = fragments.get(small) ?? cutFragment(small, beginsCut, endsCut);
    return name ?? inRow.find(([row]) => row.test(found))?.[1];
  }

  function cutFragment(small: string, beginsCut: boolean, endsCut: boolean): string | undefined {
    const isLong = small.length >= CUT_WORD;
    const isPart = (fragment: string): boolean => {
      const at = fragment.indexOf(small);
      if (at === 0 && (isLong || endsCut)) return true;
      return beginsCut && (endsCut ? at >= 0 : fragment.endsWith(small));
    };
    // base64 of a longer text is one word with the value somewhere in it
    const isAround = (fragment: string) =>
      fragment.length >= WITHIN_A_WORD && small.includes(fragment);
    if (!isLong && !beginsCut && !endsCut) return undefined;
    for (const [fragment, name] of fragments)
      if (isPart(fragment) || isAround(fragment)) return name;
    return undefined;
  }

  return (text, placeholder) =>
    text.replace(pattern, (found: string, ours: string | undefined, at: number) => {
      if (ours !== undefined) return found;
      const name = nameOf(found, text[at - 1] === CUT, text[at + found.length] === CUT);
      return name === undefined ? found : placeholder(name);
    });
}

/** Patterns of the words of each value in a row, as metrics write an answer that they have taken apart. */
function rowsOf(secrets: readonly Known[]): ReadonlyMap<string, string> {
  const rows = new Map<string, string>();
  for (const { name, value } of secrets) {
    const pieces = value.match(/[\p{L}\p{N}]+/gu) ?? [];
    if (pieces.length < 2) continue;
    const row = `(?<![\\p{L}\\p{N}])${pieces.join(BETWEEN)}(?![\\p{L}\\p{N}])`;
    if (!rows.has(row)) rows.set(row, name);
  }
  return rows;
}

/** The words of every secret, plain and encoded, as metrics that compare words print them. */
function fragmentsOf(secrets: readonly Known[]): ReadonlyMap<string, string> {
  const fragments = new Map<string, string>();
  for (const { name, value } of secrets) {
    for (const { label, text } of secretForms(value)) {
      for (const [piece] of text.matchAll(/[\p{L}\p{N}]{4,}/gu)) {
        const small = piece.toLowerCase();
        const isTold = (label === "" || piece.length >= ENCODED_WORD) && !wordsOfKeys.has(small);
        if (isTold && !fragments.has(small)) fragments.set(small, name);
      }
    }
  }
  return fragments;
}
