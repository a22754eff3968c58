import { createRequire } from "node:module";
import type { JinjaNode, JinjaPackage, JinjaScope, JinjaValue } from "./jinja-package.ts";

export interface JinjaLibrary {
  parse(source: string): JinjaNode;
  newScope(): JinjaScope;
  run(program: JinjaNode, scope: JinjaScope): string;
  /** A value as the templates see it. */
  wrap(value: unknown): JinjaValue;
  wrapFloat(value: number): JinjaValue;
  /** A function that takes and gives such values. */
  wrapFunction(call: (args: readonly JinjaValue[]) => JinjaValue): JinjaValue;
}

let loaded: JinjaLibrary | undefined;

/** At once and not by `import()`, since configs are read in one go; only by those whose config has a template. */
export function loadJinja(): JinjaLibrary {
  loaded ??= open(createRequire(import.meta.url)("@huggingface/jinja"));
  return loaded;
}

type Constructor = new (value: unknown) => JinjaValue;

function open({ Environment, Interpreter, parse, tokenize }: JinjaPackage): JinjaLibrary {
  const wrap = (value: unknown): JinjaValue => new Environment().set("value", value);
  // the classes of its values are not among its exports, its values are
  const [FloatValue, FunctionValue] = [0.5, () => undefined].map(
    (value) => wrap(value).constructor as Constructor,
  ) as [Constructor, Constructor];
  return {
    parse: (source) => parse(tokenize(source)),
    newScope: () => new Environment(),
    run: (program, scope) => String(new Interpreter(scope).run(program).value),
    wrap,
    wrapFloat: (value) => new FloatValue(value),
    wrapFunction: (call) => new FunctionValue(call),
  };
}
