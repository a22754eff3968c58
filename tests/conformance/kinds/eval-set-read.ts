import { expect } from "vitest";
import { isUserFacingError } from "../../../src/core/errors.ts";
import { parseJson } from "../../../src/core/json/json-text.ts";
import { type EvalSetReading, readEvalSet } from "../../../src/eval-sets/reading/read-eval-set.ts";
import { writeEvalSet } from "../../../src/eval-sets/write-eval-set.ts";
import { type ConformanceKind, outcomeOf } from "../vector.ts";

/** Where the reference stored the file before it read it. */
const file = "given_id.evalset.json";

export const checks: ConformanceKind = {
  inputs: ["text"],
  hold(vector) {
    const text: string = vector.input.text as never;
    const outcome = outcomeOf(vector);
    const reading = read(text);
    if (outcome.error !== undefined) {
      // we read more than the reference on purpose, and say so
      if (reading !== undefined) expect(reading.adkIncompatibilities).not.toEqual([]);
      return;
    }
    expect(reading).toBeDefined();
    if (reading === undefined || outcome.reads !== undefined) return;
    expect(reading.adkIncompatibilities).toEqual([]);
    const written = writeEvalSet(reading.evalSet);
    const expected: string = outcome.written_text ?? JSON.stringify(outcome.eval_set);
    const isOld = outcome.reads_as !== undefined;
    expect(comparable(written, isOld)).toBe(comparable(expected, isOld));
    expect(writeEvalSet(readEvalSet(written, { file, duplicates: "allow" }).evalSet)).toBe(written);
  },
};

/** Undefined when it was refused in the way users are told about. */
function read(text: string): EvalSetReading | undefined {
  try {
    return readEvalSet(text, { file, duplicates: "allow" });
  } catch (error) {
    if (!isUserFacingError(error)) throw error;
    expect(error.place?.line).toBeGreaterThan(0);
    expect(error.place?.column).toBeGreaterThan(0);
    return undefined;
  }
}

const setKeys = ["eval_set_id", "name", "description", "eval_cases", "creation_timestamp"];
const base64Keys = ["data", "thought_signature", "sdk_blob"];
/** The reference makes these up when it converts an old file. */
const madeUp = ["creation_timestamp", "invocation_id"];

/** Keys in their order, long integers by their digits, base64 in one alphabet; ours may keep unknown keys of the set. */
function comparable(text: string, isOld: boolean): string {
  const set = Object.entries(parseJson(text) as Record<string, unknown>);
  return JSON.stringify(
    Object.fromEntries(set.filter(([key]) => setKeys.includes(key))),
    (key, value) => {
      if (isOld && madeUp.includes(key)) return undefined;
      if (typeof value !== "string" || !base64Keys.includes(key)) return value;
      return value.replaceAll("-", "+").replaceAll("_", "/");
    },
    1,
  );
}
