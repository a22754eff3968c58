import { describe, expect, test } from "vitest";
import { isUserFacingError } from "../../core/errors.ts";
import { readYaml } from "./read-yaml.ts";

const read = (text: string) => readYaml(text, { file: "c.yaml", code: "config/invalid" });

function refusalOf(text: string) {
  try {
    read(text);
  } catch (error) {
    if (!isUserFacingError(error)) throw error;
    return { message: error.message, line: error.place?.line, column: error.place?.column };
  }
  throw new Error("it was read");
}

const laughs = [
  "a: &a [x, x, x, x, x, x, x, x, x, x]",
  ..."bcdef".split("").map((name, place) => {
    const before = "abcdef"[place];
    return `${name}: &${name} [${Array(9).fill(`*${before}`).join(", ")}]`;
  }),
].join("\n");

describe("reading YAML", () => {
  test("gives plain data by the core schema: only true and false are booleans", () => {
    const text = "a: yes\nb: true\nc: 0x1F\nd: 1e3\ne: ~\nf: 2026-01-01\n__proto__: {x: 1}";
    const { value } = read(text);
    expect(JSON.stringify(value)).toBe(
      '{"a":"yes","b":true,"c":31,"d":1000,"e":null,"f":"2026-01-01","__proto__":{"x":1}}',
    );
    expect(({} as { x?: number }).x).toBeUndefined();
  });

  test.each([
    ["a tag that would be code", "a: !!js/function 'x'", "Unresolved tag", 1],
    ["a key twice", "a: 1\nb: 2\na: 3", "Map keys must be unique", 3],
    ["a merge key", "a: &a {x: 1}\nb:\n  <<: *a", "has a merge key (<<)", 3],
    ["an alias of itself", "a: &a [1, *a]", "stands for what it is part of", 1],
    ["an alias of nothing", "a: *b", "stands for nothing", 1],
    ["much more than was written", laughs, "values with its aliases", 5],
    ["many aliases", `a: &a 1\nb: [${"*a, ".repeat(51)}]`, "has more than 50 aliases", 2],
    ["more than one document", "a: 1\n---\nb: 2", "multiple documents", 2],
    ["a tab for an indent", "a:\n\tb: 1", "Tabs", 2],
    ["what is nested too deep", `a: ${"[".repeat(300)}${"]".repeat(300)}`, "deeper than 100", 1],
    ["more than a megabyte", `a: ${"x".repeat(1_000_001)}`, "longer than 1 MB", undefined],
  ])("refuses %s, with its line", (_, text, message, line) => {
    const refusal = refusalOf(text);
    expect(refusal.message).toContain(message);
    expect(refusal.line).toBe(line);
  });
});
