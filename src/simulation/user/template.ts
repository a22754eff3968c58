import type { JinjaNode, JinjaValue } from "./jinja-package.ts";
import { type JinjaLibrary, loadJinja } from "./load-jinja.ts";
import { filters, givenBy } from "./template-filters.ts";
import { steps } from "./template-steps.ts";
import { prepared } from "./template-tree.ts";
import {
  type Data,
  TemplateProblem,
  type TemplateValue,
  toData,
  unwrap,
} from "./template-value.ts";
import { variablesOf } from "./template-variables.ts";

export interface Template {
  /** Names that are asked of whoever fills it in. */
  readonly variables: ReadonlySet<string>;
  fill(values: Readonly<Record<string, TemplateValue>>): string;
}

/**
 * A Jinja template as the instructions for a simulated user are. Values are put in as they are and never read as templates;
 * they are data, so a template reaches no code through them.
 */
export function parseTemplate(source: string): Template {
  const library = loadJinja();
  const tree = explained("", () => library.parse(readable(source)));
  const program = explained("", () => prepared(tree));
  return {
    variables: variablesOf(tree),
    fill: (values) => explained("It cannot be filled in: ", () => fill(library, program, values)),
  };
}

function explained<T>(before: string, step: () => T): T {
  try {
    return step();
  } catch (error) {
    if (error instanceof TemplateProblem) throw error;
    // the library runs into the end of a template that is not whole
    const reason =
      error instanceof TypeError || !(error instanceof Error)
        ? "it is not a whole template"
        : error.message.replace(/^Parser Error: /, "").replace(/\.$/, "");
    throw new TemplateProblem(`${before}${reason}.`);
  }
}

const unknownToLibrary =
  /\{%(?<before>[-+]?)\s*raw\s*(?<start>-?)%\}(?<text>[\s\S]*?)\{%(?<end>[-+]?)\s*endraw\s*(?<after>[-+]?)%\}|\{#[\s\S]*?#\}|\{[{%]\+|\+%\}/g;

/** What the library does not know in the way it does: raw text as a quoted one, and no tags beyond Jinja's own. */
function readable(source: string): string {
  const tag = /\{%[-+]?\s*(?:end)?generation\s*[-+]?%\}/.exec(source)?.[0];
  if (tag !== undefined) throw new TemplateProblem(`${tag} means nothing here.`);
  return source.replace(unknownToLibrary, (all: string, ...rest) => {
    if (all.startsWith("{#")) return all;
    const { before, start, text, end, after } = rest.at(-1) as Record<string, string | undefined>;
    // a plus keeps white space that nothing removes here
    if (text === undefined) return all.replace("+", "");
    const left = start === "-" ? text.trimStart() : text;
    const kept = end === "-" ? left.trimEnd() : left;
    return `{{${dash(before)} ${quoted(kept)} ${dash(after)}}}`;
  });
}

function dash(sign: string | undefined): string {
  return sign === "-" ? "-" : "";
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&").replace(/\n/g, "\\n")}"`;
}

function fill(
  library: JinjaLibrary,
  program: JinjaNode,
  values: Readonly<Record<string, TemplateValue>>,
): string {
  const scope = library.newScope();
  const { wrap, wrapFunction } = library;
  const constants = { true: true, True: true, false: false, False: false, none: null, None: null };
  for (const [name, value] of Object.entries(constants)) scope.set(name, value);
  for (const [name, value] of Object.entries(values)) scope.set(name, toData(value));
  const declare = (name: string, call: (args: readonly JinjaValue[]) => JinjaValue) =>
    scope.setVariable(name, wrapFunction(call));
  for (const [name, step] of Object.entries(steps)) {
    declare(` ${name}`, (args) => step(args as [JinjaValue, JinjaValue], library));
  }
  for (const [name, { apply }] of Object.entries(filters)) {
    declare(` filter ${name}`, ([value, ...args]) => {
      const result = apply(unwrap(value as JinjaValue), givenBy(args), library);
      return isWrapped(result) ? result : wrap(result);
    });
  }
  declare("range", (args) => wrap(range(args.map(unwrap))));
  return library.run(program, scope);
}

function isWrapped(value: Data | JinjaValue): value is JinjaValue {
  return (
    typeof value === "object" &&
    value !== null &&
    value.constructor !== Object &&
    !Array.isArray(value)
  );
}

/** As many numbers as Jinja's sandbox gives. */
const LONGEST_RANGE = 100_000;

function range(args: readonly Data[]): readonly number[] {
  const numbers = args.map(Number);
  const [start = 0, stop = 0, step = 1] = numbers.length === 1 ? [0, ...numbers] : numbers;
  const length = Math.max(0, Math.ceil((stop - start) / step));
  if (!(length <= LONGEST_RANGE)) throw new TemplateProblem("A range is too long.");
  return Array.from({ length }, (_, index) => start + index * step);
}
