import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../..");

/** Where something can be edited that every run of the process shares. */
function openPlaces(value: unknown, place: string, seen = new Set<unknown>()): readonly string[] {
  if (typeof value !== "object" || value === null || seen.has(value)) return [];
  seen.add(value);
  const inside = Object.entries(value).flatMap(([key, each]) =>
    openPlaces(each, `${place}.${key}`, seen),
  );
  return Object.isFrozen(value) ? inside : [place, ...inside];
}

test("an agent that imports us finds nothing to edit", async () => {
  const { exports } = JSON.parse(await readFile(resolve(root, "package.json"), "utf8"));
  const open: string[] = [];
  for (const [entry, files] of Object.entries(exports as Record<string, { default?: string }>)) {
    const built = files.default;
    if (built === undefined || /jest|node-test/.test(entry)) continue;
    const source = built.replace(/^\.\/dist/, "src").replace(/\.js$/, ".ts");
    const names = await import(resolve(root, source));
    for (const [name, value] of Object.entries(names)) {
      open.push(...openPlaces(value, `${entry} ${name}`));
    }
  }
  expect(open).toEqual([]);
});
