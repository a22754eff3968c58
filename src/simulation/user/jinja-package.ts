/** A value while a template is filled in. */
export interface JinjaValue {
  readonly type: string;
  readonly value: unknown;
  toString(): string;
}

/** A part of a template's syntax tree. */
export interface JinjaNode {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** The names that a template knows. */
export interface JinjaScope {
  set(name: string, value: unknown): JinjaValue;
  setVariable(name: string, value: JinjaValue): unknown;
}

/** As much as we use of the package, whose own declarations strict compilers refuse. */
export interface JinjaPackage {
  readonly Environment: new () => JinjaScope;
  readonly Interpreter: new (
    scope: JinjaScope,
  ) => { run(program: JinjaNode): { readonly value: unknown } };
  parse(tokens: unknown): JinjaNode;
  tokenize(source: string): unknown;
}
