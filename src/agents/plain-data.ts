/** Deeper than any tool's arguments, shallow enough for the stack. */
const MAX_DEPTH = 100;

/**
 * A copy that can be written as JSON and that later changes of the original do not reach.
 * Agents hand over live objects: state they go on changing, class instances, cycles, big integers.
 */
export function plainData(value: unknown): unknown {
  return copy(value, 0, undefined);
}

/** The same for what has to be an object: anything else stands under the key `name`. */
export function plainObject(value: unknown, name: string): Readonly<Record<string, unknown>> {
  const plain = plainData(value);
  const isObject =
    typeof plain === "object" && plain !== null && !Array.isArray(plain) && !JSON.isRawJSON(plain);
  return isObject ? (plain as Record<string, unknown>) : { [name]: plain ?? null };
}

interface Above {
  readonly value: object;
  readonly above: Above | undefined;
}

function copy(value: unknown, depth: number, above: Above | undefined): unknown {
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      return Number.isFinite(value) ? value : null;
    case "bigint":
      return JSON.rawJSON(String(value));
    case "object":
      return value === null ? null : copyObject(value, depth, above);
    default:
      return undefined;
  }
}

function copyObject(value: object, depth: number, above: Above | undefined): unknown {
  if (JSON.isRawJSON(value)) return value;
  if (depth >= MAX_DEPTH || isAbove(value, above)) return "[circular]";
  const here = { value, above };
  if (Array.isArray(value)) {
    return value.map((each) => copy(each, depth + 1, here) ?? null);
  }
  const special = copySpecial(value);
  if (special !== undefined) return copy(special.as, depth + 1, here);
  const result: Record<string, unknown> = {};
  for (const [key, each] of Object.entries(value)) {
    const copied = copy(each, depth + 1, here);
    if (copied !== undefined) setKey(result, key, copied);
  }
  return result;
}

/** Objects whose own fields do not tell what they hold. */
function copySpecial(value: object): { readonly as: unknown } | undefined {
  if (value instanceof Uint8Array) return { as: Buffer.from(value).toString("base64") };
  if (value instanceof Map) return { as: Object.fromEntries(value) };
  if (value instanceof Set) return { as: [...value] };
  if (value instanceof Error) return { as: { name: value.name, message: value.message } };
  const { toJSON } = value as { toJSON?: unknown };
  return typeof toJSON === "function" ? { as: toJSON.call(value) } : undefined;
}

function isAbove(value: object, above: Above | undefined): boolean {
  for (let each = above; each !== undefined; each = each.above) {
    if (each.value === value) return true;
  }
  return false;
}

/** A literal `__proto__` key is data like any other. */
function setKey(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== "__proto__") target[key] = value;
  else {
    const descriptor = { value, enumerable: true, configurable: true, writable: true };
    Object.defineProperty(target, key, descriptor);
  }
}
