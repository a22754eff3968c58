/** Sets a key as data, `__proto__` like any other. */
export function setOwn(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key === "__proto__") {
    Object.defineProperty(target, key, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  } else {
    target[key] = value;
  }
}

/** A copy with every value changed, keys and their order kept. */
export function mapValues<From, To>(
  source: Readonly<Record<string, From>>,
  change: (value: From, key: string) => To,
): Record<string, To> {
  const result: Record<string, unknown> = {};
  for (const key of Object.keys(source)) setOwn(result, key, change(source[key] as From, key));
  return result as Record<string, To>;
}
