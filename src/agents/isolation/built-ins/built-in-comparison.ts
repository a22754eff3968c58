/** Taken here, since what is replaced later must not help to find out about it. */
const { getPrototypeOf } = Object;

/** So many looks: short runs do not pay for the making of code. */
export const WORTH_CODE = 100;

/** A property, and what is read there while nobody has changed it. */
export interface Read {
  readonly owner: Record<PropertyKey, unknown>;
  readonly key: PropertyKey;
  readonly value: unknown;
}

/** Hundreds of methods at a time: spelt out as code, looking at each takes a nanosecond instead of thirty. */
export function comparison(all: readonly Read[]): () => boolean {
  const checks = all.map((_, at) => `o${at}[k${at}] === v${at}`);
  const names = all.map((_, at) => `o${at} = all[${at}].owner, k${at} = all[${at}].key`);
  const values = all.map((_, at) => `v${at} = all[${at}].value`);
  return made(all, [...names, ...values], checks);
}

/** An object, and what it inherits from while nobody has changed that. */
export interface Inherits {
  readonly owner: object;
  readonly prototype: object | null;
}

/** The same for what they inherit from: no code of anybody else runs in it. */
export function prototypeComparison(all: readonly Inherits[]): () => boolean {
  const checks = all.map((_, at) => `of(o${at}) === p${at}`);
  const owners = all.map((_, at) => `o${at} = all[${at}].owner`);
  const prototypes = all.map((_, at) => `p${at} = all[${at}].prototype`);
  return made(all, [...owners, ...prototypes], checks);
}

function made(
  all: readonly unknown[],
  constants: readonly string[],
  checks: readonly string[],
): () => boolean {
  const code = `const ${constants.join(", ")}; return () => ${checks.join(" && ")};`;
  try {
    return new Function("all", "of", code)(all, getPrototypeOf);
  } catch {
    // where making code of text is forbidden
    return () => false;
  }
}
