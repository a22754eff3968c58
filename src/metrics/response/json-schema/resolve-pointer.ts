import { isObject } from "../../../core/schema/parse-context.ts";

/** What a reference within a schema points at (`#`, `#/$defs/room`); undefined when it points at nothing. */
export function resolvePointer(root: unknown, reference: string): unknown {
  if (!isPointer(reference)) return undefined;
  let found = root;
  for (const step of pointerSteps(reference)) {
    if (Array.isArray(found)) found = found[Number(step)];
    else if (isObject(found) && Object.hasOwn(found, step)) found = found[step];
    else return undefined;
  }
  return found;
}

/** A reference into the same document, which is the only kind that is followed. */
export function isPointer(reference: string): boolean {
  return reference === "#" || reference.startsWith("#/");
}

export function pointerSteps(reference: string): readonly string[] {
  return reference
    .split("/")
    .slice(1)
    .map((step) => unescapePercent(step).replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** One spelling for all that mean the same place. */
export function canonicalReference(reference: string): string {
  const steps = pointerSteps(reference).map((step) =>
    encodeURI(step.replaceAll("~", "~0").replaceAll("/", "~1")).replaceAll("#", "%23"),
  );
  return ["#", ...steps].join("/");
}

function unescapePercent(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    // a percent sign that is none of an escape stands for itself
    return step;
  }
}
