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
  const code = `const ${[...names, ...values].join(", ")}; return () => ${checks.join(" && ")};`;
  try {
    return new Function("all", code)(all);
  } catch {
    // where making code of text is forbidden
    return () => false;
  }
}
