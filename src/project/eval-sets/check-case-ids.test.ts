import { expect, test } from "vitest";
import type { UserFacingError } from "../../core/errors.ts";
import { checkCaseIds } from "./check-case-ids.ts";

const known = ["lights_off_bedroom", "set_temperature", " spaced "];

function refusal(ids: readonly string[]): string {
  try {
    checkCaseIds(known, ids, "smoke.evalset.json");
  } catch (error) {
    const { message, hint } = error as UserFacingError;
    return `${message}\n${hint}`;
  }
  throw new Error("was accepted");
}

test("known ids pass, as typed or without the blanks around them", () => {
  expect(checkCaseIds(known, [" set_temperature", " spaced ", "set_temperature"], "f")).toEqual([
    "set_temperature",
    " spaced ",
  ]);
});

test("an id that was only begun is answered with the whole one", () => {
  expect(refusal(["lights_of"])).toMatchInlineSnapshot(`
    "smoke.evalset.json has no case "lights_of".
    Did you mean lights_off_bedroom? It has 3 cases:  assay eval-set show smoke.evalset.json"
  `);
});

test("a misspelt id is answered with the nearest", () => {
  expect(refusal(["set_temprature"])).toContain("Did you mean set_temperature?");
});

test("several unknown ids are reported together", () => {
  expect(refusal(["x", "set_temperature", "y"])).toMatchInlineSnapshot(`
    "smoke.evalset.json has no cases "x", "y".
    It has 3 cases:  assay eval-set show smoke.evalset.json"
  `);
});
