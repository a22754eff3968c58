import { isDeepStrictEqual } from "node:util";
import type { JinjaValue } from "./jinja-package.ts";
import type { JinjaLibrary } from "./load-jinja.ts";
import { type Data, isList, lettersOf, TemplateProblem, textOf, unwrap } from "./template-value.ts";

type Step = (args: readonly [JinjaValue, JinjaValue], library: JinjaLibrary) => JinjaValue;

/** What stands for a part of the tree that the library does in another way. */
export const steps: Readonly<Record<string, Step>> = {
  print: ([value], { wrap }) => wrap(printed(value)),
  text: ([value], { wrap }) => wrap(printed(value)),
  joined: ([left, right], { wrap }) => wrap(printed(left) + printed(right)),
  equal: ([left, right], { wrap }) => wrap(isDeepStrictEqual(unwrap(left), unwrap(right))),
  different: ([left, right], { wrap }) => wrap(!isDeepStrictEqual(unwrap(left), unwrap(right))),
  less: compared((a, b) => a < b),
  more: compared((a, b) => a > b),
  "at most": compared((a, b) => a <= b),
  "at least": compared((a, b) => a >= b),
  added([left, right], { wrap, wrapFloat }) {
    const [a, b] = [unwrap(left), unwrap(right)];
    if (typeof a === "string" && typeof b === "string") return wrap(a + b);
    if (isList(a) && isList(b)) return wrap([...a, ...b]);
    if (!isNumber(a) || !isNumber(b)) throw unlike("added", left, right);
    const isFloat = left.type === "FloatValue" || right.type === "FloatValue";
    return isFloat ? wrapFloat(Number(a) + Number(b)) : wrap(Number(a) + Number(b));
  },
  owner([value, name]) {
    if (value.type !== "UndefinedValue") return value;
    throw new TemplateProblem(`It asks for "${name}" of something that is not there.`);
  },
  items([value], { wrap }) {
    if (value.type === "UndefinedValue") return wrap([]);
    return typeof value.value === "string" ? wrap(lettersOf(value.value)) : value;
  },
};

type Comparable = string | number;

function compared(holds: (a: Comparable, b: Comparable) => boolean): Step {
  return ([left, right], { wrap }) => {
    const [a, b] = [unwrap(left), unwrap(right)];
    if (typeof a === "string" && typeof b === "string") return wrap(holds(a, b));
    if (isNumber(a) && isNumber(b)) return wrap(holds(Number(a), Number(b)));
    throw unlike("compared", left, right);
  };
}

function isNumber(value: Data): value is number | boolean {
  return typeof value === "number" || typeof value === "boolean";
}

function unlike(what: string, left: JinjaValue, right: JinjaValue): TemplateProblem {
  const [a, b] = [left, right].map(({ type }) => type.replace("Value", "").toLowerCase());
  return new TemplateProblem(`Unlike things cannot be ${what}: ${a} and ${b}.`);
}

function printed(value: JinjaValue): string {
  return value.type === "FloatValue" ? String(value) : textOf(unwrap(value));
}
