import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../..");
const textOf = (path: string) => readFileSync(join(root, path), "utf8");

function filesIn(folder: string, ending: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name).replaceAll("\\", "/"))
    .filter((path) => path.endsWith(ending) && !path.includes("node_modules"));
}

const source = filesIn("src", ".ts");
const parts = readdirSync(join(root, "src"));
const decisions = filesIn("docs/decisions", ".md");
const pages = ["README.md", "CONTRIBUTING.md", ...filesIn("docs", ".md")];

/** Parts that have their walls already, and no files yet. */
const planned: ReadonlySet<string> = new Set([
  "src/traces",
  "src/server",
  "src/ui",
  "src/workers",
  "src/stores/postgres",
]);

/** Paths from the root of the repository; one with a placeholder (`src/metrics/<kind>`) is none. */
function pathsIn(text: string): readonly string[] {
  const found = text.matchAll(/(?<![\w./-])(?:src|docs)\/[\w./<>*{-]*[\w>*/]/g);
  return [...found].map(([path]) => path).filter((path) => !/[<*{]/.test(path));
}

/** A decision may be named by its number alone. */
function leadsSomewhere(path: string): boolean {
  if (planned.has(path) || existsSync(join(root, path))) return true;
  return /\/\d{4}$/.test(path) && decisions.some((page) => page.startsWith(`${path}-`));
}

const commentsOf = (text: string) =>
  [...text.matchAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm)].map(([comment]) => comment).join("\n");

test.each(pages)("every path that %s names exists", (page) => {
  const text = textOf(page);
  // pages on adding something name the file that their reader is to write
  const toWrite = new Set([...text.matchAll(/<!-- file: (\S+) -->/g)].map(([, path]) => path));
  const missing = pathsIn(text).filter((path) => !toWrite.has(path) && !leadsSomewhere(path));
  expect(missing).toEqual([]);
});

test("every folder of the tree in CONTRIBUTING.md is where the tree has it", () => {
  const [, tree = ""] = /```\nsrc\/\n([\s\S]*?)```/.exec(textOf("CONTRIBUTING.md")) ?? [];
  let parent = "src";
  const named: string[] = [];
  for (const line of tree.split("\n")) {
    const [, indent = "", names = ""] = /^( {2}| {4})((?:[\w-]+\/ ?)+) /.exec(line) ?? [];
    const folders = names.trim().split(" ").filter(Boolean);
    const above = indent.length === 2 ? "src" : parent;
    named.push(...folders.map((folder) => `${above}/${folder}`));
    if (indent.length === 2) parent = `src/${folders[0]?.slice(0, -1)}`;
  }
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test("every path that a comment names exists", () => {
  const files = [
    ...source,
    ...["tests", "bench", "scripts"].flatMap((folder) => filesIn(folder, "s")),
  ];
  const missing = files
    .filter((file) => /\.m?[tj]s$/.test(file))
    .flatMap((file) =>
      pathsIn(commentsOf(textOf(file)))
        .filter((path) => !leadsSomewhere(path))
        .map((path) => `${file}: ${path}`),
    );
  expect(missing).toEqual([]);
});

test.each(["CONTRIBUTING.md", ...decisions])(
  "every file of the source that %s names exists",
  (page) => {
    const named = [...textOf(page).matchAll(/`((?:[\w-]+\/)*[\w-]+\.ts)`/g)].map(
      ([, path = ""]) => path,
    );
    const missing = named.filter((path) => {
      const [part = ""] = path.split("/");
      if (path.includes("/")) return parts.includes(part) && !source.includes(`src/${path}`);
      return !source.some((file) => basename(file) === path) && !existsSync(join(root, path));
    });
    expect(missing).toEqual([]);
  },
);
