/** One character of a text that was spread: what stood before it, and how it was written. */
export interface SpreadPiece {
  readonly character: string;
  readonly gap: string;
  readonly written: string;
}

/**
 * How a text was spread, without telling it: so many characters on, this was put in between (`20+0a`), or the character is
 * written by its number (`1=25h`, with what stands around it). Undefined where it cannot be told.
 */
export function recipeOf(pieces: readonly SpreadPiece[]): string | undefined {
  const steps: { readonly text: string; times: number }[] = [];
  let last = 0;
  const add = (at: number, what: string): void => {
    const text = `${at - last}${what}`;
    last = at;
    const before = steps.at(-1);
    if (before?.text === text) before.times += 1;
    else steps.push({ text, times: 1 });
  };
  const hasCapitals = pieces.some(({ written }) => /.(?:[A-F].|.[A-F]);?$/.test(written));
  for (const [at, { character, gap, written }] of pieces.entries()) {
    if (gap !== "") add(at, `+${toHex(gap)}`);
    if (written !== character) add(at, `=${styleOf(written, hasCapitals)}`);
  }
  const recipe = steps
    .map(({ text, times }) => (times === 1 ? text : `${text}*${times}`))
    .join(",");
  const whole = pieces.map(({ gap, written }) => gap + written).join("");
  const plain = pieces.map(({ character }) => character).join("");
  return spreadBy(recipe, plain) === whole ? recipe : undefined;
}

/** The text as it was spread; undefined for a recipe that nobody gave for it. */
export function spreadBy(recipe: string, plain: string): string | undefined {
  const gaps = new Map<number, string>();
  const styles = new Map<number, RegExpExecArray>();
  let at = 0;
  for (const text of recipe.split(",")) {
    const step = anyStep.exec(text);
    if (step === null) return undefined;
    const [, distance, gap, style, times = "1"] = step;
    for (let time = 0; time < Number(times) && at < plain.length; time += 1) {
      at += Number(distance);
      if (gap !== undefined) gaps.set(at, fromHex(gap));
      const found = anyStyle.exec(style ?? "");
      if (found !== null) styles.set(at, found);
    }
  }
  let spread = "";
  for (let each = 0; each < plain.length; each += 1) {
    spread += (gaps.get(each) ?? "") + writtenBy(styles.get(each), plain.charAt(each));
  }
  return spread;
}

const anyStep = /^(\d{1,6})(?:\+([0-9a-f]+)|=([0-9a-fhHn]+))(?:\*(\d{1,6}))?$/;
const anyStyle = /^((?:[0-9a-f]{2})*)([hHn])((?:[0-9a-f]{2})*)$/;

/** `%4F` is written by a hexadecimal number in capitals, after a percent sign. */
function styleOf(written: string, hasCapitals: boolean): string {
  const decimal = /^(.*#0*)([1-9]\d*)(;)$/.exec(written);
  if (decimal !== null) return `${toHex(decimal[1] ?? "")}n${toHex(";")}`;
  const [, before = "", digits = "", after = ""] = /^(.*)([0-9a-f]{2})(;?)$/i.exec(written) ?? [];
  const kind = hasCapitals && digits === digits.toUpperCase() ? "H" : "h";
  return `${toHex(before)}${kind}${toHex(after)}`;
}

function writtenBy(style: RegExpExecArray | undefined, character: string): string {
  if (style === undefined) return character;
  const [, before = "", kind, after = ""] = style;
  const code = character.charCodeAt(0);
  const hex = code.toString(16).padStart(2, "0");
  const number = kind === "n" ? String(code) : kind === "H" ? hex.toUpperCase() : hex;
  return `${fromHex(before)}${number}${fromHex(after)}`;
}

function toHex(text: string): string {
  return [...text].map((each) => each.charCodeAt(0).toString(16).padStart(2, "0")).join("");
}

function fromHex(hex: string): string {
  return hex.replace(/../g, (pair) => String.fromCharCode(Number.parseInt(pair, 16)));
}
