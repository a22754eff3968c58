import { porterStem } from "./porter-stemmer.ts";

/**
 * The words of a text as ROUGE compares them, before stemming: lower case, signs are separators,
 * scripts without blanks give a word per character.
 */
export function rougeWords(text: string): readonly string[] {
  return isAscii(text) ? asciiWords(text) : unicodeWords(text);
}

/** What of a word is compared: the stem of an ASCII word of more than three characters, else the word itself. */
export function rougeStem(word: string): string {
  if (word.length <= 3 || !isAscii(word)) return word;
  const known = stems.get(word);
  if (known !== undefined) return known;
  const stem = porterStem(word);
  // bounded, since answers may hold any number of ids; starting over is cheaper than choosing what to forget
  if (stems.size >= MOST_STEMS) stems.clear();
  if (word.length <= LONGEST_CACHED) stems.set(word, stem);
  return stem;
}

/** The tokens of response_match_score, in order. */
export function rougeTokens(text: string): readonly string[] {
  return rougeWords(text).map(rougeStem);
}

const MOST_STEMS = 20_000;
const LONGEST_CACHED = 40;
const stems = new Map<string, string>();

function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    if (text.charCodeAt(index) > 0x7f) return false;
  }
  return true;
}

/** The common case, without normalising: runs of letters and digits. */
function asciiWords(text: string): string[] {
  const lower = text.toLowerCase();
  const words: string[] = [];
  let start = -1;
  for (let index = 0; index < lower.length; index += 1) {
    const code = lower.charCodeAt(index);
    const inWord = (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39);
    if (inWord && start < 0) start = index;
    else if (!inWord && start >= 0) {
      words.push(lower.slice(start, index));
      start = -1;
    }
  }
  if (start >= 0) words.push(lower.slice(start));
  return words;
}

function unicodeWords(text: string): string[] {
  const words: string[] = [];
  let word = "";
  const close = () => {
    if (word !== "") words.push(word);
    word = "";
  };
  for (const character of text.normalize("NFKC").toLowerCase()) {
    const kind = kindOf(character);
    if (kind === CONTINUES) {
      word += character;
      continue;
    }
    close();
    if (kind === STANDS_ALONE) words.push(character);
    else if (kind === BEGINS) word = character;
  }
  close();
  return words;
}

const SEPARATES = 1;
const CONTINUES = 2;
const BEGINS = 3;
const STANDS_ALONE = 4;
type Kind = typeof SEPARATES | typeof CONTINUES | typeof BEGINS | typeof STANDS_ALONE;

// one byte for each character of the basic plane, filled as they are met; 0 is not yet looked at
const kinds = new Uint8Array(0x10000);

function kindOf(character: string): Kind {
  const code = character.codePointAt(0) ?? 0;
  if (code >= kinds.length) return classify(character, code);
  const known = kinds[code];
  if (known !== undefined && known !== 0) return known as Kind;
  const kind = classify(character, code);
  kinds[code] = kind;
  return kind;
}

function classify(character: string, code: number): Kind {
  if (isWithin(ONE_WORD_EACH, code)) return STANDS_ALONE;
  if (isWithin(WITHOUT_BLANKS, code)) return /\p{M}/u.test(character) ? CONTINUES : BEGINS;
  return /[\p{L}\p{N}\p{M}]/u.test(character) ? CONTINUES : SEPARATES;
}

function isWithin(ranges: readonly (readonly [number, number])[], code: number): boolean {
  return ranges.some(([first, last]) => code >= first && code <= last);
}

/** Unified ideographs, hiragana, katakana, hangul syllables. */
const ONE_WORD_EACH = [
  [0x4e00, 0x9fff],
  [0x3040, 0x309f],
  [0x30a0, 0x30ff],
  [0xac00, 0xd7af],
] as const;

/** Thai and Lao, Khmer, Myanmar: a character opens a word, its marks stay with it. */
const WITHOUT_BLANKS = [
  [0x0e00, 0x0eff],
  [0x1780, 0x17ff],
  [0x1000, 0x109f],
] as const;
