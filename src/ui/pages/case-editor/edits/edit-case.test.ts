import { expect, test } from "vitest";
import type { CaseJson } from "./case-json.ts";
import { changedParts } from "./changed-parts.ts";
import { matcherFor, withMatcher } from "./edit-matchers.ts";
import { stepsOf, withSteps } from "./edit-steps.ts";
import { addTurn, duplicateTurn, moveTurn, removeTurn } from "./edit-turns.ts";
import { merged } from "./merge.ts";
import { parseValue, parseValues } from "./value-text.ts";

const said = (text: string) => ({ parts: [{ text }], role: "user" });
const turn = (text: string, ...names: readonly string[]) => ({
  user_content: said(text),
  intermediate_data: { tool_uses: names.map((name) => ({ name })) },
});

const twoTurns: CaseJson = {
  eval_id: "a",
  conversation: [turn("one", "x"), turn("two", "y", "z")],
  assay: { names_only: { 1: [1] } },
};

test("calls of which only the name counts stay so when turns are moved, copied and removed", () => {
  expect(moveTurn(twoTurns, 1, 0).assay?.names_only).toEqual({ 0: [1] });
  expect(removeTurn(twoTurns, 0).assay?.names_only).toEqual({ 0: [1] });
  expect(removeTurn(twoTurns, 1).assay).toBeUndefined();
  expect(duplicateTurn(twoTurns, 1).assay?.names_only).toEqual({ 1: [1], 2: [1] });
  expect(addTurn(twoTurns).conversation).toHaveLength(3);
});

test("and when calls before them are removed", () => {
  const steps = stepsOf(twoTurns, 1) ?? [];
  expect(withSteps(twoTurns, 1, steps.slice(1)).assay?.names_only).toEqual({ 1: [0] });
});

test("a matcher begins with the value that stands there, and leaves nothing behind when it goes", () => {
  expect(matcherFor("regex", "a.b")).toEqual({ regex: "^a\\.b$" });
  const place = { tool: "x", arg: "cents" };
  const matched = withMatcher(twoTurns, place, matcherFor("range", 12));
  expect(matched.assay?.args).toEqual({ x: { cents: { range: { min: 12, max: 12 } } } });
  expect(withMatcher(matched, place, undefined)).toEqual(twoTurns);
});

test("values may be typed without quotes", () => {
  expect(parseValue("kitchen")).toBe("kitchen");
  expect(parseValue('"17"')).toBe("17");
  expect(parseValue("17")).toBe(17);
  expect(parseValues("EUR, 5")).toEqual(["EUR", 5]);
});

test("edits of different parts are merged, and those of the same part are not", () => {
  const mine = { ...twoTurns, eval_id: "mine" };
  const theirs = { ...twoTurns, assay: { ...twoTurns.assay, tags: ["t"] } };
  expect(merged(twoTurns, mine, theirs)?.value).toEqual({ ...theirs, eval_id: "mine" });
  expect(merged(twoTurns, mine, { ...twoTurns, eval_id: "theirs" })).toBeUndefined();
  expect(changedParts(twoTurns, theirs)).toEqual(["its tags"]);
  expect(changedParts(twoTurns, addTurn(twoTurns))).toContain("the number of its turns");
});
