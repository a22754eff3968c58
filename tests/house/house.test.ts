import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
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
const code = source.filter((path) => !isTest(path));

test("no folder contains more than 25 files", () => {
  const sizes = Map.groupBy(all, (path) => dirname(path));
  const crowded = [...sizes].filter(([, files]) => files.length > 25);
  expect(crowded.map(([folder, files]) => `${folder}: ${files.length}`)).toEqual([]);
});

test("no file is longer than 300 lines", () => {
  const long = [...source, ...tests].filter((path) => linesOf(path) > 300);
  expect(long.map((path) => `${path}: ${linesOf(path)}`)).toEqual([]);
});

test("most files are shorter than 60 lines", () => {
  const lengths = code.map(linesOf).sort((a, b) => a - b);
  expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThan(60);
});

test("nothing in the house enters by its front door", () => {
  const entering = code.filter((path) =>
    [...textOf(path).matchAll(/"(\.[^"]*index\.ts)"/g)].some(
      ([, to = ""]) => fromRoot(path, to) === "src/index.ts",
    ),
  );
  expect(entering).toEqual([]);
});

/** The doors of the package, the table of metrics, and the matchers with the types that runners want. */
const forwards = /(^|\/)(index|vitest|built-in-metrics|matchers)\.ts$/;

test("names are imported from where they are made", () => {
  const forwarding = code.filter((path) => /^export [^;]*? from "\./m.test(textOf(path)));
  expect(forwarding.filter((path) => !forwards.test(path))).toEqual([]);
});

test("no room lies deeper than its walls reach", () => {
  const shallow = ["core", "statistics", "analysis", "test-runners"];
  // their walls are by name, at any depth
  const deep = ["server", "ui"];
  const deepest = (room = "") => (shallow.includes(room) ? 3 : deep.includes(room) ? 5 : 4);
  const folders = [...new Set(code.map((path) => dirname(path).split("/")))];
  expect(folders.filter((parts) => parts.length > deepest(parts[1]))).toEqual([]);
});

test("CONTRIBUTING.md draws every room", () => {
  const drawn = textOf("CONTRIBUTING.md").split("```")[3] ?? "";
  const rooms = new Set(code.map((path) => dirname(path)).filter((room) => !isDrawnAsOne(room)));
  const isDrawn = (room: string) => new RegExp(`\\b${basename(room)}\\b`).test(drawn);
  expect([...rooms].filter((room) => !isDrawn(room))).toEqual([]);
});

/** A new command or framework brings its room along: `<command>/` and `<framework>/` stand for all of them. */
function isDrawnAsOne(room: string): boolean {
  const mains = [`${room}/${basename(room)}-command.ts`, `${room}/${basename(room)}-commands.ts`];
  if (dirname(room) === "src/cli") return mains.some((main) => code.includes(main));
  return dirname(room) === "src/agents" && code.includes(`${room}/${basename(room)}-agent.ts`);
}

test("types are imported where the linter sees them", () => {
  const inline = /\btypeof\s+import\("\.|\bimport\("\.[^"]+"\)\.(?!then\b|catch\b|finally\b)/;
  expect(code.filter((path) => inline.test(textOf(path)))).toEqual([]);
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
  return [...specifiers].map(([, to = ""]) => fromRoot(path, to));
}

function fromRoot(path: string, specifier: string): string {
  return relative(root, resolve(root, dirname(path), specifier)).replaceAll("\\", "/");
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
