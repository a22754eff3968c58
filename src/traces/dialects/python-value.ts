import { tryJson } from "../../core/json/loose-json.ts";
import { parsed } from "../../core/messages/parsed.ts";

/** Arguments longer than this are left as they are written. */
const LONGEST = 1024 * 1024;

/**
 * A value that may be JSON text, or that of a Python object: LangChain hands a tracer the arguments of a tool as
 * `{'order': 7}`. Whatever else stays as it is.
 */
export function pythonValue(given: unknown): unknown {
  const value = parsed(given);
  if (typeof value !== "string" || !/^\s*[[{]/.test(value) || value.length > LONGEST) return value;
  const json = jsonOf(value);
  return json === undefined ? value : (tryJson(json) ?? value);
}

const TOKEN =
  /\s*(?:(?<string>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")|(?<word>True|False|None)|(?<number>-?\d[\d.]*(?:e[+-]?\d+)?)|(?<mark>[[\]{}(),:]))\s*/suy;

const WORDS: Readonly<Record<string, string>> = { True: "true", False: "false", None: "null" };

/** Token by token; undefined at the first that JSON has no word for, such as a date. */
function jsonOf(text: string): string | undefined {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const found = TOKEN.exec(text)?.groups;
    if (found === undefined) return undefined;
    const { string, word, number, mark } = found;
    if (mark !== undefined && "]})".includes(mark) && tokens.at(-1) === ",") tokens.pop();
    tokens.push(
      string !== undefined
        ? JSON.stringify(unescaped(string.slice(1, -1)))
        : ((word === undefined ? number : WORDS[word]) ?? MARKS[mark ?? ""] ?? mark ?? ""),
    );
  }
  return tokens.join("");
}

/** A tuple is a list. */
const MARKS: Readonly<Record<string, string>> = { "(": "[", ")": "]" };

const ESCAPE = /\\(?:x([\da-f]{2})|u([\da-f]{4})|U([\da-f]{8})|(.))/gisu;

const ESCAPED: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };

function unescaped(text: string): string {
  return text.replace(ESCAPE, (whole, two, four, eight, single) => {
    if (single !== undefined) return ESCAPED[single] ?? single;
    const code = Number.parseInt(two ?? four ?? eight, 16);
    return code > 0x10ffff ? whole : String.fromCodePoint(code);
  });
}
