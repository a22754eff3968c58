/**
 * The Porter stemmer with NLTK's extensions, for words of a-z and 0-9 in lower case; digits count as consonants.
 * Plain Porter and Snowball give other stems for some words.
 */
export function porterStem(word: string): string {
  const irregular = IRREGULAR.get(word);
  if (irregular !== undefined) return irregular;
  if (word.length <= 2) return word;
  const base = finalYToI(withoutPastOrGerund(withoutPlural(word)));
  return withSingleL(withoutFinalE(withoutEnding(mapEnding(mapDoubleEnding(base), THIRD))));
}

const IRREGULAR = new Map([
  ["sky", "sky"],
  ["skies", "sky"],
  ["dying", "die"],
  ["lying", "lie"],
  ["tying", "tie"],
  ["news", "news"],
  ["inning", "inning"],
  ["innings", "inning"],
  ["outing", "outing"],
  ["outings", "outing"],
  ["canning", "canning"],
  ["cannings", "canning"],
  ["howe", "howe"],
  ["proceed", "proceed"],
  ["exceed", "exceed"],
  ["succeed", "succeed"],
]);

type Ending = readonly [ending: string, replacement: string];

// within each list the first ending that fits decides, even when its stem is too short to change
const SECOND: readonly Ending[] = [
  ["ational", "ate"],
  ["tional", "tion"],
  ["enci", "ence"],
  ["anci", "ance"],
  ["izer", "ize"],
  ["bli", "ble"],
  ["alli", "al"],
  ["entli", "ent"],
  ["eli", "e"],
  ["ousli", "ous"],
  ["ization", "ize"],
  ["ation", "ate"],
  ["ator", "ate"],
  ["alism", "al"],
  ["iveness", "ive"],
  ["fulness", "ful"],
  ["ousness", "ous"],
  ["aliti", "al"],
  ["iviti", "ive"],
  ["biliti", "ble"],
  ["fulli", "ful"],
];

const THIRD: readonly Ending[] = [
  ["icate", "ic"],
  ["ative", ""],
  ["alize", "al"],
  ["iciti", "ic"],
  ["ical", "ic"],
  ["ful", ""],
  ["ness", ""],
];

const FOURTH: readonly string[] = [
  "al",
  "ance",
  "ence",
  "er",
  "ic",
  "able",
  "ible",
  "ant",
  "ement",
  "ment",
  "ent",
  "ion",
  "ou",
  "ism",
  "ate",
  "iti",
  "ous",
  "ive",
  "ize",
];

function withoutPlural(word: string): string {
  if (!word.endsWith("s")) return word;
  if (word.endsWith("sses")) return word.slice(0, -2);
  if (word.endsWith("ies")) return word.length === 4 ? word.slice(0, -1) : word.slice(0, -2);
  return word.endsWith("ss") ? word : word.slice(0, -1);
}

function withoutPastOrGerund(word: string): string {
  if (word.endsWith("ied")) return word.length === 4 ? word.slice(0, -1) : word.slice(0, -2);
  if (word.endsWith("eed")) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  const ending = word.endsWith("ed") ? 2 : word.endsWith("ing") ? 3 : 0;
  if (ending === 0) return word;
  const stem = word.slice(0, -ending);
  return hasVowel(stem) ? repairStem(stem) : word;
}

/** "hopp" becomes "hop", "rat" becomes "rate": what removing -ed or -ing left is made a word again. */
function repairStem(stem: string): string {
  if (stem.endsWith("at") || stem.endsWith("bl") || stem.endsWith("iz")) return `${stem}e`;
  const last = stem.length - 1;
  if (last > 0 && stem[last] === stem[last - 1] && isConsonant(stem, last)) {
    return /[lsz]$/.test(stem) ? stem : stem.slice(0, -1);
  }
  return measure(stem) === 1 && endsShort(stem) ? `${stem}e` : stem;
}

function finalYToI(word: string): string {
  const stem = word.length - 1;
  return stem > 1 && word.endsWith("y") && isConsonant(word, stem - 1)
    ? `${word.slice(0, -1)}i`
    : word;
}

function mapDoubleEnding(word: string): string {
  if (word.endsWith("alli") && measure(word.slice(0, -4)) > 0) {
    return mapDoubleEnding(word.slice(0, -2));
  }
  const mapped = mapEnding(word, SECOND);
  if (mapped !== word || !word.endsWith("logi")) return mapped;
  // the measure is of what stands before "ogi", the l included
  return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
}

function mapEnding(word: string, endings: readonly Ending[]): string {
  for (const [ending, replacement] of endings) {
    if (!word.endsWith(ending)) continue;
    const stem = word.slice(0, word.length - ending.length);
    return measure(stem) > 0 ? stem + replacement : word;
  }
  return word;
}

function withoutEnding(word: string): string {
  for (const ending of FOURTH) {
    if (!word.endsWith(ending)) continue;
    const stem = word.slice(0, word.length - ending.length);
    const fits = ending !== "ion" || stem.endsWith("s") || stem.endsWith("t");
    if (fits) return measure(stem) > 1 ? stem : word;
    // no other ending of the list fits a word in -ion
    return word;
  }
  return word;
}

function withoutFinalE(word: string): string {
  if (!word.endsWith("e")) return word;
  const stem = word.slice(0, -1);
  const sequences = measure(stem);
  return sequences > 1 || (sequences === 1 && !endsShort(stem)) ? stem : word;
}

function withSingleL(word: string): string {
  return word.endsWith("ll") && measure(word.slice(0, -1)) > 1 ? word.slice(0, -1) : word;
}

/** How many times a vowel is followed by a consonant. */
function measure(stem: string): number {
  let count = 0;
  let afterVowel = false;
  let consonantBefore = false;
  for (let index = 0; index < stem.length; index += 1) {
    const consonant = consonantAt(stem, index, consonantBefore);
    if (consonant && afterVowel) count += 1;
    afterVowel = !consonant;
    consonantBefore = consonant;
  }
  return count;
}

function hasVowel(stem: string): boolean {
  let consonant = false;
  for (let index = 0; index < stem.length; index += 1) {
    consonant = consonantAt(stem, index, consonant);
    if (!consonant) return true;
  }
  return false;
}

function isConsonant(word: string, at: number): boolean {
  let consonant = false;
  for (let index = 0; index <= at; index += 1) consonant = consonantAt(word, index, consonant);
  return consonant;
}

/** A `y` is a consonant at the beginning and after a vowel. */
function consonantAt(word: string, index: number, consonantBefore: boolean): boolean {
  switch (word.charCodeAt(index)) {
    case 0x61:
    case 0x65:
    case 0x69:
    case 0x6f:
    case 0x75:
      return false;
    case 0x79:
      return index === 0 || !consonantBefore;
    default:
      return true;
  }
}

/** Ends consonant, vowel, consonant (not w, x, y), or is a vowel and a consonant and nothing else. */
function endsShort(stem: string): boolean {
  const last = stem.length - 1;
  if (last < 1 || !isConsonant(stem, last) || isConsonant(stem, last - 1)) return false;
  if (last === 1) return true;
  return isConsonant(stem, last - 2) && !/[wxy]$/.test(stem);
}
