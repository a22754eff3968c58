import { isObject } from "../core/shape.ts";

/** What a reference within a schema points at (`#`, `#/$defs/room`); undefined when it points at nothing. */
export function resolvePointer(root: unknown, reference: string): unknown {
  if (reference === "#") return root;
  if (!reference.startsWith("#/")) return undefined;
  let found = root;
  for (const step of pointerSteps(reference)) {
    if (Array.isArray(found)) found = found[Number(step)];
    else if (isObject(found) && Object.hasOwn(found, step)) found = found[step];
    else return undefined;
  }
  return found;
}

function pointerSteps(reference: string): readonly string[] {
  return reference
    .slice(2)
    .split("/")
    .map((step) => unescapePercent(step).replaceAll("~1", "/").replaceAll("~0", "~"));
}

function unescapePercent(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    // a percent sign that is none of an escape stands for itself
    return step;
  }
}
