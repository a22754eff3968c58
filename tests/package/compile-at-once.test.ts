import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../..");

type InParentheses = (source: string, functions: readonly object[]) => string;

async function inParentheses(source: string, called: readonly string[], uncalled: string[] = []) {
  const script = resolve(root, "scripts/compile-at-once.mjs");
  const change = ((await import(script)) as { inParentheses: InParentheses }).inParentheses;
  const rangeOf = (text: string, count: number) => {
    const startOffset = source.indexOf(text);
    return { ranges: [{ startOffset, endOffset: startOffset + text.length, count }] };
  };
  return change(source, [
    { ranges: [{ startOffset: 0, endOffset: source.length, count: 1 }] },
    ...called.map((text) => rangeOf(text, 1)),
    ...uncalled.map((text) => rangeOf(text, 0)),
  ]);
}

test("functions that were called stand in parentheses, and do what they did under the same name", async () => {
  const add = "function add(a,b){return [a,b].map(x=>x+1)}";
  const wait = "async function wait(x){return x}";
  const count = "function*count(){yield 1;yield 2}";
  const never = "function never(){return 0}";
  const source = `const early=add(1,2);${add}${wait}${count}${never}export{add,wait,count,never,early};`;
  const code = await inParentheses(source, [add, "x=>x+1", wait, count], [never]);
  expect(code).toBe(
    "var add=(function(a,b){return [a,b].map((x=>x+1))});var wait=(async function(x){return x});" +
      "var count=(function*(){yield 1;yield 2});\n" +
      `const early=add(1,2);${never}export{add,wait,count,never,early};`,
  );
  const made = await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`);
  expect(made.early).toEqual([2, 3]);
  expect([made.add.name, made.wait.name, made.count.name]).toEqual(["add", "wait", "count"]);
  expect([await made.wait(3), [...made.count()], made.never()]).toEqual([3, [1, 2], 0]);
});

test("methods and functions inside of others stay where they are", async () => {
  const inner = "function inner(){return 2}";
  const outer = `function outer(){${inner}return inner()}`;
  const method = "method(){return [1].map((x)=>x)}";
  const source = `const object={${method}};${outer}export{object,outer};`;
  expect(await inParentheses(source, [method, outer, inner])).toBe(
    `var outer=(function(){${inner}return inner()});\nconst object={${method}};export{object,outer};`,
  );
});

test("the command is built with what an eval calls in parentheses", () => {
  const main = readFileSync(resolve(root, "dist/cli/main.js"), "utf8");
  expect(main).toMatch(/^var \w+=\((async )?function\(/);
});
