import { splitOutside, templateFilter } from "./template-filters.ts";
import { TemplateProblem, type TemplateValue, textOfValue } from "./template-value.ts";

export { TemplateProblem, type TemplateThing } from "./template-value.ts";

export interface Template {
  /** Names that are asked of whoever fills it in. */
  readonly variables: ReadonlySet<string>;
  fill(values: Readonly<Record<string, TemplateValue>>): string;
}

type Scope = Readonly<Record<string, TemplateValue>>;
type Node = (scope: Scope) => string;

interface Block {
  readonly kind: "root" | "for" | "if";
  /** Of an `if`: after its `else`. */
  isElse: boolean;
  readonly body: Node[];
  readonly otherwise: Node[];
  /** Names that the block brings along. */
  readonly own: ReadonlySet<string>;
  readonly close: (block: Block) => Node;
}

/**
 * As much of Jinja as instructions for a simulated user take: `{{ name.field }}`, `{% for x in list %}`, `{% if x %}`
 * with `else`, filters, comments and raw text. Values are put in as they are and never read as templates.
 */
export function parseTemplate(source: string): Template {
  const variables = new Set<string>();
  const open: Block[] = [block("root", new Set(), (root) => all(root.body))];
  let at = 0;
  for (const match of source.matchAll(tags)) {
    add(open, literal(source.slice(at, match.index), trims(source, at, match)));
    at = match.index + match[0].length;
    const { raw, value, tag } = match.groups ?? {};
    if (raw !== undefined) add(open, () => raw);
    else if (value !== undefined) add(open, valueNode(value, open, variables));
    else if (tag !== undefined) readTag(tag.trim(), open, variables);
  }
  add(open, literal(source.slice(at), { start: isTrimmedBefore(source, at), end: false }));
  const root = open.pop();
  if (root === undefined || open.length > 0) {
    throw new TemplateProblem(`A {% ${root?.kind} %} is not closed.`);
  }
  const fill = root.close(root);
  return { variables, fill };
}

const tags =
  /\{%-?\s*raw\s*-?%\}(?<raw>[\s\S]*?)\{%-?\s*endraw\s*-?%\}|\{#[\s\S]*?#\}|\{\{-?(?<value>[\s\S]*?)-?\}\}|\{%-?(?<tag>[\s\S]*?)-?%\}/g;

interface Trim {
  readonly start: boolean;
  readonly end: boolean;
}

/** A dash inside of a tag takes the white space around the tag away. */
function trims(source: string, from: number, match: RegExpExecArray): Trim {
  return { start: isTrimmedBefore(source, from), end: match[0][2] === "-" };
}

function isTrimmedBefore(source: string, from: number): boolean {
  return from >= 3 && /-[}%]\}$/.test(source.slice(from - 3, from));
}

function literal(text: string, { start, end }: Trim): Node {
  const left = start ? text.trimStart() : text;
  const kept = end ? left.trimEnd() : left;
  if (/\{[{%#]/.test(kept)) throw new TemplateProblem("A pair of braces is not closed.");
  return () => kept;
}

function block(kind: Block["kind"], own: ReadonlySet<string>, close: Block["close"]): Block {
  return { kind, isElse: false, body: [], otherwise: [], own, close };
}

function add(open: readonly Block[], node: Node): void {
  const inner = open.at(-1);
  (inner?.isElse ? inner.otherwise : inner?.body)?.push(node);
}

function all(nodes: readonly Node[]): Node {
  return (scope) => nodes.map((node) => node(scope)).join("");
}

type Lookup = (scope: Scope) => TemplateValue | undefined;

function valueNode(expression: string, open: readonly Block[], variables: Set<string>): Node {
  const find = filtered(expression, open, variables);
  return (scope) => textOfValue(find(scope));
}

/** A value and the filters behind it. */
function filtered(expression: string, open: readonly Block[], variables: Set<string>): Lookup {
  const [path = "", ...filters] = splitOutside(expression, "|");
  const find = lookup(path.trim(), open, variables);
  const changes = filters.map(templateFilter);
  return (scope) => changes.reduce((value, change) => change(value), find(scope));
}

/** ADK's personas have methods where ours have fields. */
const methods: Readonly<Record<string, string>> = {
  "get_behavior_instructions_str()": "behavior_instructions",
  "get_violation_rubrics_str()": "violation_rubrics",
};

function lookup(path: string, open: readonly Block[], variables: Set<string>): Lookup {
  const quoted = /^"([^"]*)"$|^'([^']*)'$/.exec(path);
  if (quoted !== null) return () => quoted[1] ?? quoted[2] ?? "";
  const [name = "", ...fields] = path.split(".").map((step) => methods[step.trim()] ?? step.trim());
  if (![name, ...fields].every((step) => /^[A-Za-z_]\w*$/.test(step))) {
    throw new TemplateProblem(`{{ ${path} }} is more than a name and its fields.`);
  }
  if (!open.some(({ own }) => own.has(name))) variables.add(name);
  return (scope) => fields.reduce(fieldOf, Object.hasOwn(scope, name) ? scope[name] : undefined);
}

function fieldOf(value: TemplateValue | undefined, field: string): TemplateValue | undefined {
  const fields = typeof value === "object" && "fields" in value ? value.fields : {};
  return Object.hasOwn(fields, field) ? fields[field] : undefined;
}

function readTag(tag: string, open: Block[], variables: Set<string>): void {
  const loop = /^for\s+([A-Za-z_]\w*)\s+in\s+([\s\S]+)$/.exec(tag);
  const test = /^if\s+(not\s+)?([\s\S]+)$/.exec(tag);
  if (loop !== null) {
    const [, name = "", path = ""] = loop;
    const find = filtered(path, open, variables);
    open.push(block("for", new Set([name]), ({ body }) => loopNode(name, find, all(body))));
  } else if (test !== null) {
    const find = filtered(test[2] ?? "", open, variables);
    open.push(block("if", new Set(), (inner) => testNode(find, test[1] === undefined, inner)));
  } else if (tag === "else" && open.at(-1)?.kind === "if") {
    (open.at(-1) as Block).isElse = true;
  } else if (tag === `end${open.at(-1)?.kind}`) {
    const inner = open.pop() as Block;
    add(open, inner.close(inner));
  } else {
    throw new TemplateProblem(`{% ${tag} %} means nothing here.`);
  }
}

function loopNode(name: string, find: Lookup, body: Node): Node {
  return (scope) => {
    const items = find(scope);
    if (!Array.isArray(items)) return "";
    return items.map((item) => body({ ...scope, [name]: item })).join("");
  };
}

function testNode(find: Lookup, wanted: boolean, { body, otherwise }: Block): Node {
  const [yes, no] = [all(body), all(otherwise)];
  return (scope) => ((textOfValue(find(scope)) !== "") === wanted ? yes(scope) : no(scope));
}
