import { expect, test } from "vitest";
import { checkedName } from "./run-name.ts";

test.each([
  ["", "it is empty"],
  ["latest", "that means the newest run"],
  ["latest~1", "that means the newest run"],
  ["HEAD", "git means a commit by it"],
  ["ORIG_HEAD", "git means a commit by it"],
  ["@", "git means a commit by it"],
  ["-x", "that would be an option"],
  ["two words", "it would have to be quoted"],
])("a run cannot be called %j: %s", (name, why) => {
  expect(() => checkedName(name)).toThrow(`A run cannot be called "${name}": ${why}.`);
});

test.each(["main", "before-prompt-2", "headless", "release/1.2", "Überblick"])(
  "a run can be called %s",
  (name) => {
    expect(checkedName(name)).toBe(name);
  },
);
