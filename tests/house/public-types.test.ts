import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../..");
const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  readonly exports: Readonly<Record<string, string | { readonly types: string }>>;
};

/** The source of each door of the package that has types, by the name it is imported by. */
const doors = Object.entries(exports).flatMap(([door, target]) =>
  typeof target === "string"
    ? []
    : [{ door: door.replace(/^\./, "assay"), path: sourceOf(target.types) }],
);

function sourceOf(declarations: string): string {
  return declarations.replace("./dist/", "src/").replace(/\.d\.ts$/, ".ts");
}

/** What a door exports for the compiler alone. What it exports as a value is in `tests/package/exports.txt`. */
function typesOf(path: string): readonly string[] {
  const text = readFileSync(join(root, path), "utf8");
  const lists = [...text.matchAll(/^export (type )?\{([^}]*)\}/gm)].flatMap(
    ([, isTypes, names = ""]) =>
      names
        .split(",")
        .map((name) => name.trim())
        .filter((name) => name !== "" && (isTypes !== undefined || name.startsWith("type "))),
  );
  const own = [...text.matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, name = ""]) => name);
  const names = lists.map((name) => name.replace(/^type /, "").replace(/^.* as /, ""));
  return [...names, ...own].sort();
}

test("every door has the types it had (vitest -u when another is meant)", async () => {
  const lines = doors.flatMap(({ door, path }) => typesOf(path).map((name) => `${door} ${name}`));
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("public-types.txt");
});
