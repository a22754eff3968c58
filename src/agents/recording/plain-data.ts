import { setOwn } from "../../core/json/set-own.ts";

/** Deeper than any tool's arguments, shallow enough for the stack. */
const MAX_DEPTH = 100;

/**
 * A copy that can be written as JSON and that later changes of the original do not reach.
 * Agents hand over live objects: state they go on changing, class instances, cycles, big integers.
 */
export function plainData(value: unknown): unknown {
  return copy(value, 0, undefined);
}

/** The same for session state, which always is an object. */
export function plainCopy(state: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return copy(state, 0, undefined) as Record<string, unknown>;
}

/** What has to be an object; anything else stands under the key `name`. */
export function asObject(value: unknown, name: string): Readonly<Record<string, unknown>> {
  const isObject =
    typeof value === "object" && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value);
  return isObject ? (value as Record<string, unknown>) : { [name]: value ?? null };
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
      return value === null ? null : readObject(value, depth, above);
    default:
      return undefined;
  }
}

/** Proxies, iterators and texts of keys are the agent's own code too, and any of them may throw. */
function readObject(value: object, depth: number, above: Above | undefined): unknown {
  try {
    return copyObject(value, depth, above);
  } catch {
    return UNREADABLE;
  }
}

function copyObject(value: object, depth: number, above: Above | undefined): unknown {
  if (JSON.isRawJSON(value)) return value;
  if (depth >= MAX_DEPTH || isAbove(value, above)) return "[circular]";
  const here = { value, above };
  if (Array.isArray(value)) {
    // a list may have methods of its own, and its kind may say what they make
    const list = new Array<unknown>(value.length);
    for (let at = 0; at < list.length; at += 1) list[at] = copy(value[at], depth + 1, here) ?? null;
    return list;
  }
  const special = copySpecial(value);
  if (special !== undefined) return copy(special.as, depth + 1, here);
  const result: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    const copied = copy(readKey(value as Record<string, unknown>, key), depth + 1, here);
    if (copied !== undefined) setOwn(result, key, copied);
  }
  return result;
}

/** Objects whose own fields do not show what is in them. */
function copySpecial(value: object): { readonly as: unknown } | undefined {
  if (value instanceof Uint8Array) return { as: Buffer.from(value).toString("base64") };
  if (value instanceof Map) return { as: Object.fromEntries(value) };
  if (value instanceof Set) return { as: [...value] };
  if (value instanceof Error) return { as: { name: value.name, message: value.message } };
  const { toJSON } = value as { toJSON?: unknown };
  return typeof toJSON === "function" ? { as: toPlain(value, toJSON as () => unknown) } : undefined;
}

/** Getters and `toJSON` are the agent's own code. */
function readKey(value: Readonly<Record<string, unknown>>, key: string): unknown {
  try {
    return value[key];
  } catch {
    return UNREADABLE;
  }
}

function toPlain(value: object, toJSON: () => unknown): unknown {
  try {
    return toJSON.call(value);
  } catch {
    return UNREADABLE;
  }
}

const UNREADABLE = "[unreadable]";

function isAbove(value: object, above: Above | undefined): boolean {
  for (let each = above; each !== undefined; each = each.above) {
    if (each.value === value) return true;
  }
  return false;
}
