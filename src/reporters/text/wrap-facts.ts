import { wrap } from "./text-width.ts";

/** Facts side by side, broken between two of them. */
export function wrapFacts(facts: readonly string[], columns: number): string[] {
  const lines: string[] = [];
  for (const fact of facts) {
    const last = lines.at(-1);
    const joined = last === undefined ? undefined : `${last} · ${fact}`;
    if (joined !== undefined && joined.length <= columns - 2) lines[lines.length - 1] = joined;
    else lines.push(...wrap(fact, columns - 4));
  }
  return lines.map((line) => `  ${line}`);
}
