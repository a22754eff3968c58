import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { shellLine, shellWord } from "./shell-word.ts";

test("plain names stand as they are, others are quoted", () => {
  expect(["lights_off", "set:case-1", "evals/a.json"].map(shellWord)).toEqual([
    "lights_off",
    "set:case-1",
    "evals/a.json",
  ]);
  expect(shellWord("two rooms")).toBe("'two rooms'");
  expect(shellWord("")).toBe("''");
});

test("a shell reads every name as it was", () => {
  const names = fc.sample(fc.string({ minLength: 1 }), 60).map((name) => name.replaceAll("\0", ""));
  const printed = names.map((name) => `printf '%s\\0' ${shellWord(name)}`).join("\n");
  const read = execFileSync("sh", ["-c", printed], { encoding: "utf8" }).split("\0");
  expect(read.slice(0, -1)).toEqual(names);
});

test("a command with conditions can be copied as it stands", () => {
  const words = ["assay", "eval", "my agent", "--gate", "pass-rate > 0.8", "--criterion=a=1 2"];
  expect(shellLine(words)).toBe(
    "assay eval 'my agent' --gate 'pass-rate > 0.8' --criterion='a=1 2'",
  );
});
