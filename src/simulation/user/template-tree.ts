import { nearest } from "../../core/text/nearest.ts";
import type { JinjaNode } from "./jinja-package.ts";
import { filters } from "./template-filters.ts";
import { TemplateProblem } from "./template-value.ts";
import { isNode } from "./template-variables.ts";

/**
 * The tree with everything that the library does unlike Jinja as calls of our own, whose names no template can write. What
 * neither can do is reported here, before anything is filled in.
 */
export function prepared(node: JinjaNode): JinjaNode {
  const parts = Object.entries(node).map(([key, part]) => [
    key,
    statementLists.has(key) && Array.isArray(part) ? part.flatMap(statement) : preparedPart(part),
  ]);
  // with its class, which the library looks at
  const copy = Object.assign(Object.create(Object.getPrototypeOf(node)), Object.fromEntries(parts));
  return changes[node.type]?.(copy) ?? copy;
}

const statementLists = new Set(["body", "alternate", "defaultBlock"]);
const statements = new Set(["If", "For", "Set", "Macro", "CallStatement", "Comment"]);

function preparedPart(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(preparedPart);
  if (part instanceof Map) return new Map([...part].map(([a, b]) => [prepared(a), prepared(b)]));
  return isNode(part) ? prepared(part) : part;
}

/** Where a statement may stand: what is an expression there is printed. */
function statement(node: JinjaNode): readonly JinjaNode[] {
  if (node.type === "FilterStatement") {
    const { body, filter } = node as JinjaNode & { body: JinjaNode[]; filter: JinjaNode };
    const assignee = named(" filtered");
    const block = { type: "Set", assignee, value: null, body: body.flatMap(statement) };
    return [block, call("print", [filtered(assignee, preparedPart(filter) as JinjaNode)])];
  }
  const ready = prepared(node);
  return [
    statements.has(node.type) || node.type === "StringLiteral" ? ready : call("print", [ready]),
  ];
}

const changes: Readonly<Record<string, (node: JinjaNode) => JinjaNode>> = {
  FilterExpression: ({ operand, filter }) => filtered(operand as JinjaNode, filter as JinjaNode),
  TestExpression: (node) => {
    const name = String((node.test as JinjaNode).value);
    if (tests.has(name)) return node;
    throw new TemplateProblem(
      `There is no test "${name}" here; there are ${[...tests].join(", ")}.`,
    );
  },
  BinaryExpression: (node) => {
    const { value } = node.operator as { value: string };
    return Object.hasOwn(operators, value)
      ? call(operators[value] ?? "", [node.left, node.right])
      : node;
  },
  MemberExpression: (node) => {
    const { object, property, computed } = node as JinjaNode & Record<string, JinjaNode>;
    const name = computed ? "…" : String(property?.value);
    const owner = call("owner", [object, { type: "StringLiteral", value: name }]);
    return Object.assign(Object.create(Object.getPrototypeOf(node)), node, { object: owner });
  },
  For: (node) => {
    const iterable = node.iterable as JinjaNode;
    const items =
      iterable.type === "SelectExpression"
        ? { ...iterable, lhs: call("items", [iterable.lhs]) }
        : call("items", [iterable]);
    return Object.assign(node, { iterable: items });
  },
  CallExpression: (node) => {
    const { callee, args } = node as JinjaNode & { callee: JinjaNode; args: readonly unknown[] };
    return callee.type === "MemberExpression" ? methodCall(node, callee, args) : node;
  },
  // Jinja has them in an extension that ADK does not load
  Break: () => refused("{% break %}"),
  Continue: () => refused("{% continue %}"),
};

const operators: Readonly<Record<string, string>> = {
  "==": "equal",
  "!=": "different",
  "<": "less",
  ">": "more",
  "<=": "at most",
  ">=": "at least",
  "~": "joined",
  "+": "added",
};

const tests = new Set(
  "boolean callable odd even false true none string number integer iterable mapping sequence lower upper defined undefined".split(
    " ",
  ),
);

/** Methods that the library has as Python has them, by the most arguments that they take. */
const methods: Readonly<Record<string, number>> = {
  upper: 0,
  lower: 0,
  strip: 0,
  lstrip: 0,
  rstrip: 0,
  startswith: 1,
  endswith: 1,
  split: 2,
  replace: 3,
  get: 2,
  items: 0,
  keys: 0,
  values: 0,
};

/** ADK's personas have methods where ours have fields. */
const personaMethods: Readonly<Record<string, string>> = {
  get_behavior_instructions_str: "behavior_instructions",
  get_violation_rubrics_str: "violation_rubrics",
};

function methodCall(node: JinjaNode, callee: JinjaNode, args: readonly unknown[]): JinjaNode {
  const name = String((callee.property as JinjaNode).value);
  const field = Object.hasOwn(personaMethods, name) ? personaMethods[name] : undefined;
  if (field !== undefined && args.length === 0) {
    return call("text", [Object.assign(callee, { property: named(field) })]);
  }
  const most = Object.hasOwn(methods, name) ? methods[name] : undefined;
  if (callee.computed === true || most === undefined || args.length > most) {
    return refused(`.${name}(${args.length === 0 ? "" : "…"})`);
  }
  return node;
}

function filtered(operand: JinjaNode, filter: JinjaNode): JinjaNode {
  const isCall = filter.type === "CallExpression";
  const name = String(((isCall ? filter.callee : filter) as JinjaNode).value);
  const args = (isCall ? filter.args : []) as readonly JinjaNode[];
  const known = Object.hasOwn(filters, name) ? filters[name] : undefined;
  if (known === undefined) {
    const near = nearest(name, Object.keys(filters));
    const which =
      near === undefined
        ? `there are ${Object.keys(filters).join(", ")}.`
        : `did you mean "${near}"?`;
    throw new TemplateProblem(`There is no filter "${name}" here; ${which}`);
  }
  if (args.length < known.needs) {
    throw new TemplateProblem(
      `The filter ${name} needs ${known.needs === 1 ? "an argument" : `${known.needs} arguments`}.`,
    );
  }
  return call(`filter ${name}`, [operand, ...args]);
}

function call(name: string, args: readonly unknown[]): JinjaNode {
  return { type: "CallExpression", callee: named(` ${name}`), args };
}

function named(value: string): JinjaNode {
  return { type: "Identifier", value };
}

function refused(what: string): never {
  throw new TemplateProblem(`${what} means nothing here.`);
}
