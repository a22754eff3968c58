/**
 * The variables that a Jinja template asks for, or undefined when its braces or blocks do not close.
 * Only as much of the language as telling a usable template from a broken one takes.
 */
export function templateVariables(text: string): ReadonlySet<string> | undefined {
  const template = text.replace(rawBlocks, "");
  const variables = new Set<string>();
  const own = new Set<string>();
  const open: string[] = [];
  let at = 0;
  for (;;) {
    const start = template.slice(at).search(/\{[{%#]/);
    if (start < 0) break;
    const kind = template[at + start + 1] ?? "";
    const end = closeOf(template, at + start + 2, kind);
    if (end === undefined) return undefined;
    const inner = template.slice(at + start + 2, end).replace(/^[-+]|[-+]$/g, "");
    at = end + 2;
    if (kind === "{" && !addNames(inner, variables)) return undefined;
    if (kind === "%" && !addTag(inner.trim(), { variables, own, open })) return undefined;
  }
  if (open.length > 0) return undefined;
  return new Set([...variables].filter((name) => !own.has(name)));
}

/** What stands in them is text, whatever it looks like. */
const rawBlocks = /\{%[-+]?\s*raw\s*[-+]?%\}[\s\S]*?\{%[-+]?\s*endraw\s*[-+]?%\}/g;

const closing: Readonly<Record<string, string>> = { "{": "}}", "%": "%}", "#": "#}" };

/** Where a tag ends; braces inside of texts do not end it. */
function closeOf(template: string, from: number, kind: string): number | undefined {
  const close = closing[kind] ?? "}}";
  if (kind === "#") {
    const end = template.indexOf(close, from);
    return end < 0 ? undefined : end;
  }
  for (let at = from; at < template.length; at += 1) {
    const letter = template[at] ?? "";
    if (letter === '"' || letter === "'") at = endOfText(template, at, letter);
    else if (template.startsWith(close, at)) return at;
  }
  return undefined;
}

function endOfText(template: string, from: number, quote: string): number {
  let at = from + 1;
  while (at < template.length && template[at] !== quote) at += template[at] === "\\" ? 2 : 1;
  return at;
}

const words = new Set(
  "and or not in is if else true false none True False None recursive ignore missing with without context as import".split(
    " ",
  ),
);

/** False for an expression with nothing in it, or one that is not whole. */
function addNames(expression: string, variables: Set<string>): boolean {
  const bare = expression.replace(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/g, '""').trim();
  if (bare === "" || /[-+*/%~|.,=<>]$|\b(?:and|or|not|in|is|if|else)$/.test(bare)) return false;
  if (!bracketsClose(bare)) return false;
  // what follows a dot, a bar or "is" is an attribute, a filter or a test
  const free = bare.replace(/(?:\.|\||\bis(?:\s+not)?\b)\s*[A-Za-z_]\w*/g, " ");
  for (const [name] of free.matchAll(/(?<![\w.])[A-Za-z_]\w*(?!\s*=[^=])/g)) {
    if (!words.has(name)) variables.add(name);
  }
  return true;
}

const partner: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };

function bracketsClose(expression: string): boolean {
  const open: string[] = [];
  for (const letter of expression.replace(/[^()[\]{}]/g, "")) {
    const opening = partner[letter];
    if (opening === undefined) open.push(letter);
    else if (open.pop() !== opening) return false;
  }
  return open.length === 0;
}

interface Blocks {
  readonly variables: Set<string>;
  readonly own: Set<string>;
  readonly open: string[];
}

/** False for a tag that means nothing where it stands. */
function addTag(tag: string, { variables, own, open }: Blocks): boolean {
  const [, word = "", rest = ""] = /^(\w+)\s*([\s\S]*)$/.exec(tag) ?? [];
  if (word.startsWith("end")) return open.pop() === word.slice(3);
  if (word === "else") return open.at(-1) === "if" || open.at(-1) === "for";
  if (word === "elif") return open.at(-1) === "if" && addNames(rest, variables);
  if (word === "if") {
    open.push(word);
    return addNames(rest, variables);
  }
  const assigned =
    word === "for"
      ? /^([\w\s,()]+?)\s+in\s+([\s\S]+)$/.exec(rest)
      : word === "set"
        ? /^([\w\s,]+?)\s*=\s*([\s\S]+)$/.exec(rest)
        : null;
  if (assigned === null) return addBlock(word, rest, open);
  if (word === "for") open.push(word);
  addNames(assigned[1] ?? "", own);
  own.add("loop");
  return addNames(assigned[2] ?? "", variables);
}

const blocks = new Set(["block", "filter", "macro", "call", "with", "autoescape", "set"]);

function addBlock(word: string, rest: string, open: string[]): boolean {
  if (blocks.has(word)) {
    open.push(word);
    return true;
  }
  return word === "include" || word === "import" || word === "from" || word === "extends"
    ? rest !== ""
    : false;
}
