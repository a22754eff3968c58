import type { JinjaNode } from "./jinja-package.ts";

/** The names that a template asks of whoever fills it in, in their order. */
export function variablesOf(program: JinjaNode): ReadonlySet<string> {
  const found = new Set<string>();
  visit(program, new Set(constants), found);
  return found;
}

/** What Jinja itself gives a meaning. */
const constants = ["true", "false", "none", "True", "False", "None", "range", "namespace"];

type Names = Set<string>;

/** `own` holds the names that the template gives a meaning itself, up to here. */
function visit(node: unknown, own: Names, found: Names): void {
  if (Array.isArray(node)) for (const each of node) visit(each, own, found);
  else if (node instanceof Map) visit([...node], own, found);
  else if (isNode(node)) (visits[node.type] ?? visitParts)(node, own, found);
}

type Visit = (node: JinjaNode, own: Names, found: Names) => void;

const visitParts: Visit = ({ operator, ...parts }, own, found) =>
  visit(Object.values(parts), own, found);

const visits: Readonly<Record<string, Visit>> = {
  Identifier({ value }, own, found) {
    if (!own.has(String(value))) found.add(String(value));
  },
  MemberExpression({ object, property, computed }, own, found) {
    visit(object, own, found);
    if (computed === true) visit(property, own, found);
  },
  FilterExpression({ operand, filter }, own, found) {
    visit(operand, own, found);
    visit(argumentsOf(filter), own, found);
  },
  FilterStatement({ body, filter }, own, found) {
    visit(body, own, found);
    visit(argumentsOf(filter), own, found);
  },
  TestExpression({ operand }, own, found) {
    visit(operand, own, found);
  },
  KeywordArgumentExpression({ value }, own, found) {
    visit(value, own, found);
  },
  For({ loopvar, iterable, body, defaultBlock }, own, found) {
    const inner = new Set([...own, ...namesIn(loopvar), "loop"]);
    const { type, lhs, test } = iterable as JinjaNode;
    visit(type === "SelectExpression" ? lhs : iterable, own, found);
    if (type === "SelectExpression") visit(test, inner, found);
    visit(body, inner, found);
    visit(defaultBlock, own, found);
  },
  Set({ assignee, value, body }, own, found) {
    visit([value, body], own, found);
    if ((assignee as JinjaNode).type === "MemberExpression") visit(assignee, own, found);
    for (const name of namesIn(assignee)) own.add(name);
  },
  Macro({ name, args, body }, own, found) {
    own.add(String((name as JinjaNode).value));
    visitMacro(args, body, own, found);
  },
  CallStatement({ call, callerArgs, body }, own, found) {
    visit(call, own, found);
    visitMacro(callerArgs ?? [], body, own, found);
  },
};

function visitMacro(parameters: unknown, body: unknown, own: Names, found: Names): void {
  const all = parameters as readonly JinjaNode[];
  const defaults = all.filter(({ type }) => type === "KeywordArgumentExpression");
  visit(defaults, own, found);
  const names = all.flatMap((each) => namesIn(each.key ?? each));
  visit(body, new Set([...own, ...names, "caller", "varargs", "kwargs"]), found);
}

function argumentsOf(filter: unknown): unknown {
  return (filter as JinjaNode).args ?? [];
}

/** The names on the left of an assignment or behind a `for`. */
function namesIn(target: unknown): readonly string[] {
  const { type, value } = target as JinjaNode;
  if (type === "Identifier") return [String(value)];
  return type === "TupleLiteral" ? (value as readonly unknown[]).flatMap(namesIn) : [];
}

export function isNode(value: unknown): value is JinjaNode {
  return typeof value === "object" && value !== null && "type" in value;
}
