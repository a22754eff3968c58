/**
 * Eight and more characters that are no word, number, path or plain address: what keys are made of.
 * Names of models, packages, hosts, regions and branches are words and numbers in a row, and are not.
 */
export function looksRandom(value: string): boolean {
  if (value.length < 8 || /\s/.test(value)) return false;
  if (isPlain(value)) return false;
  if (/[^\w\-+/=.~]/.test(value)) return hasOddCharacters(value);
  const digest = value.replace(/=+$/, "");
  // base64 and the like: long, without any separator that words would have
  if (/^[A-Za-z0-9+/]{20,}$/.test(digest) && kindsIn(digest) >= 2 && !isWordy(digest)) return true;
  const pieces = digest.split(/[-_./+=~]+/);
  if (pieces.some(isRandomPiece)) return true;
  // groups as licences have them, and short ones with all kinds of characters
  const isGrouped = pieces.length >= 3 && /^([A-Z0-9]{4,6})(-[A-Z0-9]{4,6}){2,}$/.test(digest);
  if (isGrouped && kindsIn(digest) === 2 && new Set(pieces.map((each) => each.length)).size === 1) {
    return true;
  }
  return pieces.filter((each) => each.length < 6 && kindsIn(each) === 3).length >= 2;
}

/** Nothing but words, one or several. */
export function isWords(value: string): boolean {
  return value.split(/[-_./ ]+/).every((word) => /^[A-Za-z]+$/.test(word) && isWordy(word));
}

/** Numbers, paths, addresses, versions, dates, e-mail addresses, lists of settings: what stands in texts every day. */
export function isPlain(value: string): boolean {
  return plain.some((pattern) => pattern.test(value)) || isPath(value);
}

const plain: readonly RegExp[] = [
  // a number, also with a unit or separators
  /^[+-]?[\d.,_:]+(%|[a-z]{1,3})?$/i,
  // a version or a date
  /^v?\d+(\.\d+)+([-+][\w.]+)?$/,
  /^\d{4}-\d\d-\d\d([T ][\d:.,+Z-]*)?$/,
  // an address without anybody's name or password in it
  /^[a-z][a-z0-9+.-]*:\/\/(?![^/]*@)[^\s?#]*$/i,
  // a host, perhaps with a port, and an e-mail address
  /^(?=.*[a-z])([a-z0-9-]+\.)+[a-z]{2,}(:\d+)?$/i,
  /^[\w.+-]+@[\w-]+(\.[\w-]+)*$/,
  /^[a-z][a-z0-9-]*:\d+$/i,
  // a size in pixels, a span of time, a colour
  /^\d+(x\d+)+$/i,
  /^(\d+(d|h|m|s|ms))+$/i,
  /^P(\d+[YMWD])*(T(\d+[HMS])+)?$/,
  /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i,
];

function isPath(value: string): boolean {
  return /^(~|\.{0,2})[\\/]/.test(value) || /^[A-Za-z]:[\\/]/.test(value);
}

/** Of lower case, upper case and digits. */
function kindsIn(text: string): number {
  return [/[a-z]/, /[A-Z]/, /\d/].filter((kind) => kind.test(text)).length;
}

function changesIn(text: string): number {
  const kinds = [...text].map((each) => (/\d/.test(each) ? 0 : 1));
  return kinds.filter((kind, at) => at > 0 && kind !== kinds[at - 1]).length;
}

function isRandomPiece(piece: string): boolean {
  if (piece.length < 6) return false;
  if (isPlain(piece) || isNumbered(piece)) return false;
  if (/\d/.test(piece)) return changesIn(piece) >= (piece.length < 8 ? 3 : 2) || hasOddCase(piece);
  return !isWordy(piece);
}

/** Two words around a number, as in `postgres16alpine`. */
function isNumbered(piece: string): boolean {
  const [, before = "", after = ""] = /^([A-Za-z]{3,})\d{1,4}([A-Za-z]{3,})$/.exec(piece) ?? [];
  const longer = before.length < after.length ? after : before;
  const vowels = longer.match(/[aeiou]/gi)?.length ?? 0;
  if (vowels === 0 || vowels / longer.length < 0.25) return false;
  return [before, after].every((each) => asWritten.test(each));
}
/** As words are: `small`, `iPhone`, `ProMax`, `RSA`. */
const asWritten = /^([a-z]{3,}|[a-z]?[A-Z][a-z]{2,})([A-Z][a-z]{2,})*$|^[A-Z]+$/;

function isMixed(piece: string): boolean {
  return /\d/.test(piece) && isRandomPiece(piece);
}

/** Words, also several in camelCase, have vowels and begin with a capital at most. */
function isWordy(letters: string): boolean {
  if (/\d/.test(letters)) return false;
  if (hasOddCase(letters)) return false;
  const vowels = letters.match(/[aeiouyäöü]/gi)?.length ?? 0;
  return letters.length < 8 || vowels / letters.length >= 0.15;
}

/** More capitals than words can have. */
function hasOddCase(text: string): boolean {
  const letters = text.replace(/[^A-Za-z]/g, "");
  if (letters === letters.toUpperCase() || letters === letters.toLowerCase()) return false;
  const humps = letters.match(/[A-Z]+[a-z]*|[a-z]+/g) ?? [];
  const short = humps.filter((hump) => hump.length < 3).length;
  if (humps.length >= 3 && short >= humps.length / 2) return true;
  const rises = letters.match(/[a-z][A-Z]/g)?.length ?? 0;
  const acronyms = letters.match(/[A-Z]{2,}[a-z]/g)?.length ?? 0;
  return rises >= 2 && acronyms >= 1 && rises + acronyms >= 4;
}

/** Passwords have what no setting has; settings have what no password needs. */
function hasOddCharacters(value: string): boolean {
  if (/^\W?[a-z_-]+[:=]/i.test(value)) return false;
  // lists, patterns and templates have these too, but of words and numbers
  if (/[,;()[\]{}<>|"'`\\]/.test(value)) return value.split(/[^A-Za-z0-9]+/).some(isMixed);
  const symbols = value.match(/[!@#$%^&*?]/g)?.length ?? 0;
  return symbols > 0 && /\d/.test(value) && /[A-Za-z]/.test(value);
}
