import { sameJson } from "../../core/json/json-edit.ts";
import { isObject } from "../../core/schema/parse-context.ts";
import { camelCase } from "../../core/text/key-case.ts";

interface Versions {
  /** As it stands in the file: any spelling, any shorthand. */
  readonly written: unknown;
  /** The same in the spelling that we write. */
  readonly before: unknown;
  /** What it is to become, in the spelling that we write. */
  readonly after: unknown;
}

/**
 * A value as its author would have written it: what was not changed stays in the author's spelling and shorthand. It may say
 * something else where a shorthand stood for what was changed, so whoever uses it reads it back.
 */
export function asWritten({ written, before, after }: Versions): unknown {
  if (sameJson(before, after)) return written;
  if (typeof written === "string" && typeof after === "object") return textOfContent(after);
  if (isObject(written) && isObject(before) && isObject(after)) {
    return objectAsWritten(written, before, after);
  }
  if (Array.isArray(written) && Array.isArray(before) && Array.isArray(after)) {
    return written.length === before.length ? listAsWritten(written, before, after) : after;
  }
  return after;
}

type Fields = Readonly<Record<string, unknown>>;

function objectAsWritten(written: Fields, before: Fields, after: Fields): Fields {
  const result: Record<string, unknown> = { ...written };
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const own = [key, camelCase(key)].find((each) => Object.hasOwn(written, each));
    if (!Object.hasOwn(after, key)) {
      if (own !== undefined) delete result[own];
    } else if (own !== undefined) {
      const versions = { written: written[own], before: before[key], after: after[key] };
      result[own] = asWritten(versions);
    } else if (!sameJson(before[key], after[key])) {
      // what a shorthand says elsewhere is not said again
      const versions = { written: {}, before: before[key] ?? {}, after: after[key] };
      result[key] = asWritten(versions);
    }
  }
  return result;
}

function listAsWritten(
  written: readonly unknown[],
  before: readonly unknown[],
  after: readonly unknown[],
): readonly unknown[] {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && sameJson(before[head], after[head])) head += 1;
  let tail = 0;
  while (tail < most - head && sameJson(before.at(-1 - tail), after.at(-1 - tail))) tail += 1;
  const both = most - head - tail;
  return after.map((value, place) => {
    if (place < head + both) {
      return asWritten({ written: written[place], before: before[place], after: value });
    }
    const fromEnd = after.length - place;
    return fromEnd <= tail ? written.at(-fromEnd) : value;
  });
}

/** A content that was written as a plain text stays one, as long as it is nothing else. */
function textOfContent(after: unknown): unknown {
  if (!isObject(after) || !Array.isArray(after.parts) || after.parts.length !== 1) return after;
  const [part] = after.parts;
  return isObject(part) && typeof part.text === "string" && Object.keys(part).length === 1
    ? part.text
    : after;
}
