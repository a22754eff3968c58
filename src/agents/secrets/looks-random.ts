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
  if (/^\d+$/.test(piece)) return false;
  if (/\d/.test(piece)) return changesIn(piece) >= (piece.length < 8 ? 3 : 2) || hasOddCase(piece);
  return !isWordy(piece);
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
  return humps.length >= 3 && short >= humps.length / 2;
}

/** Passwords have what no setting has; settings have what no password needs. */
function hasOddCharacters(value: string): boolean {
  if (/[,;()[\]{}<>|"'`\\]/.test(value) || /^\W?[a-z_-]+[:=]/i.test(value)) return false;
  const symbols = value.match(/[!@#$%^&*?]/g)?.length ?? 0;
  return symbols > 0 && /\d/.test(value) && /[A-Za-z]/.test(value);
}
