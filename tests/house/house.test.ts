import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../..");

/** Generated, recorded or installed: nobody reads it file by file. */
const aside = /(^|\/)(node_modules|vectors)\//;

function filesIn(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name).replaceAll("\\", "/"))
    .filter((path) => path.endsWith(".ts") && !aside.test(path));
}

const source = filesIn("src");
const tests = filesIn("tests");
const all = [...source, ...tests, ...["bench", "scripts"].flatMap(filesIn)];
const textOf = (path: string) => readFileSync(join(root, path), "utf8");
const linesOf = (path: string) => textOf(path).trimEnd().split("\n").length;
const isTest = (path: string) => /\.test(-d)?\.ts$/.test(path);

test("no folder holds more than 25 files", () => {
  const sizes = Map.groupBy(all, (path) => dirname(path));
  const crowded = [...sizes].filter(([, files]) => files.length > 25);
  expect(crowded.map(([folder, files]) => `${folder}: ${files.length}`)).toEqual([]);
});

test("no file is longer than 300 lines", () => {
  const long = [...source, ...tests].filter((path) => linesOf(path) > 300);
  expect(long.map((path) => `${path}: ${linesOf(path)}`)).toEqual([]);
});

test("most files are shorter than 60 lines", () => {
  const lengths = source
    .filter((path) => !isTest(path))
    .map(linesOf)
    .sort((a, b) => a - b);
  expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThan(60);
});

test("no file imports itself by way of others, types counted", () => {
  const imports = new Map(source.map((path) => [path, importsOf(path)]));
  expect(cyclesIn(imports)).toEqual([]);
});

/** Static ones: a lazy import is a door that is opened later, and may lead back. */
function importsOf(path: string): readonly string[] {
  const specifiers = textOf(path).matchAll(
    /^(?:import|export)\b(?:[^"';]*?\bfrom)?\s*"(\.[^"]+)"/gm,
  );
  return [...specifiers].map(([, to = ""]) =>
    relative(root, resolve(root, dirname(path), to)).replaceAll("\\", "/"),
  );
}

function cyclesIn(graph: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const done = new Set<string>();
  const found: string[] = [];
  function visit(path: string, trail: readonly string[]): void {
    const begin = trail.indexOf(path);
    if (begin >= 0) found.push([...trail.slice(begin), path].join(" -> "));
    if (begin >= 0 || done.has(path)) return;
    for (const next of graph.get(path) ?? []) visit(next, [...trail, path]);
    done.add(path);
  }
  for (const path of graph.keys()) visit(path, []);
  return found;
}
