import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { errorSections } from "../../scripts/errors-page.ts";
import { referencePages } from "../../scripts/reference-pages.ts";
import { reasonCodes } from "../../src/core/verdict.ts";

const root = resolve(import.meta.dirname, "../..");

test.each(Object.entries(referencePages))(
  "%s is what the tables of the code give (node scripts/write-reference.ts)",
  (file, page) => {
    expect(readFileSync(resolve(root, file), "utf8")).toBe(page());
  },
);

test("every code of an error has its section, and no section is of a code that is gone", () => {
  const source = readFileSync(resolve(root, "src/core/errors.ts"), "utf8");
  const union = /export type ErrorCode =([^;]*);/.exec(source)?.[1] ?? "";
  const codes = [...union.matchAll(/"([^"]+)"/g)].map((found) => found[1] ?? "");
  expect(codes.length).toBeGreaterThan(10);
  expect(Object.keys(errorSections).sort()).toEqual(codes.sort());
});

test("every setting of a metric, and every option of a command, says what it does", () => {
  for (const [file, page] of Object.entries(referencePages)) {
    const silent = page().match(/^\|.*\|\s*\|$/gm) ?? [];
    expect(silent, file).toEqual([]);
  }
});

test("the guide's table of reasons has every reason, and no other", () => {
  const page = readFileSync(resolve(root, "docs/guide/exit-codes.md"), "utf8");
  const table = page.slice(page.indexOf("| reason "));
  const listed = [...table.matchAll(/^\| `([\w-]+)` /gm)].map((found) => found[1] ?? "");
  expect(listed.sort()).toEqual([...reasonCodes].sort());
});
