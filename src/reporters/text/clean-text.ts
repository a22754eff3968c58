/**
 * Text from agents, files and tools, made safe for one line of output: whatever could move a cursor, reorder letters
 * or hide is shown as an escape such as `\x1b` or `\u202e`.
 */
export function cleanLine(text: string): string {
  if (plain.test(text)) return text;
  return text.replace(unsafe, escapeOne).replace(joiner, keepJoinerWhereScriptsNeedIt);
}

/** The same for text of several lines; tabs become spaces, line breaks of any kind separate. */
export function cleanLines(text: string): readonly string[] {
  return text.split(/\r\n|\n|\r/).map((line) => cleanLine(line.replaceAll("\t", "  ")));
}

/** Loggers colour what they print, which is no part of what they say. */
export function withoutColours(text: string): string {
  return text.includes(`${escapeSign}[`) ? text.replace(colours, "") : text;
}

const escapeSign = String.fromCharCode(0x1b);
const colours = new RegExp(`${escapeSign}\\[[\\d;]*m`, "g");

/** JSON that means the same, with everything unsafe written as an escape. */
export function cleanJson(json: string): string {
  const clean = plain.test(json)
    ? json
    : json.replace(unsafe, escapeForJson).replace(joiner, escapeForJson);
  // the mark of a CI command, which can only stand inside a string here
  return clean.includes("##[") ? clean.replaceAll("##[", "\\u0023#[") : clean;
}

/** CI services obey lines that begin with `::` or hold `##[`; what an agent said must not be one. */
export function withoutCommands(text: string): string {
  if (!text.includes("::") && !text.includes("##[")) return text;
  return text.replace(/^(\s*)::/gm, "$1\\::").replaceAll("##[", "#\\#[");
}

const plain = /^[\x20-\x7e]*$/;

const unsafe = new RegExp(
  `[${[
    String.raw`\u{0}-\u{1f}\u{7f}-\u{9f}`, // controls, line feed and escape among them
    String.raw`\u{ad}\u{34f}\u{115f}\u{1160}\u{17b4}\u{17b5}\u{3164}\u{ffa0}`, // letters without a shape
    String.raw`\u{61c}\u{200e}\u{200f}\u{202a}-\u{202e}\u{2066}-\u{2069}`, // direction of writing
    String.raw`\u{200b}\u{2028}\u{2029}\u{2060}-\u{2065}\u{206a}-\u{206f}\u{feff}`, // zero width, line ends
    String.raw`\u{180b}-\u{180f}\u{fe00}-\u{fe0d}\u{e0000}-\u{e0fff}`, // variants and tags
    String.raw`\u{fff0}-\u{fffb}\u{fffe}\u{ffff}\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}`, // marks of other notations
  ].join("")}]|\\p{Cs}`,
  "gu",
);

const joiner = /\u200c|\u200d/g;

// emoji are joined by them, and Arabic and Indic scripts cannot be written without
const beforeJoiner = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{M}|\p{Script=Arabic})$/u;

function keepJoinerWhereScriptsNeedIt(found: string, at: number, text: string): string {
  return beforeJoiner.test(text.slice(Math.max(0, at - 2), at)) ? found : escapeOne(found);
}

function escapeOne(character: string): string {
  const named = shortEscapes.get(character);
  if (named !== undefined) return named;
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x100) return `\\x${code.toString(16).padStart(2, "0")}`;
  if (code < 0x10000) return `\\u${code.toString(16).padStart(4, "0")}`;
  return `\\u{${code.toString(16)}}`;
}

function escapeForJson(character: string): string {
  return Array.from({ length: character.length }, (_, at) => {
    return `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`;
  }).join("");
}

const shortEscapes: ReadonlyMap<string, string> = new Map([
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
]);
