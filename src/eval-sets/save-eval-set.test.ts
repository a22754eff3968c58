import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { UserFacingError } from "../core/errors.ts";
import { writeNew, writeWhole } from "./save-eval-set.ts";
import { evalSetName, writeEvalSet } from "./write-eval-set.ts";

const evalSet = { evalSetId: "s", evalCases: [], creationTimestamp: 0 };
const text = writeEvalSet(evalSet);

function folder(): string {
  return mkdtempSync(join(tmpdir(), "assay-save-"));
}

test("a set is written as ADK writes it, and nothing else is left behind", async () => {
  const place = folder();
  await writeWhole(join(place, "s.evalset.json"), text);
  expect(readFileSync(join(place, "s.evalset.json"), "utf8")).toBe(
    '{\n  "eval_set_id": "s",\n  "eval_cases": []\n}',
  );
  expect(readdirSync(place)).toEqual(["s.evalset.json"]);
});

test("a file keeps its permissions, and a link stays a link", async () => {
  const place = folder();
  const file = join(place, "real.json");
  writeFileSync(file, "old");
  chmodSync(file, 0o640);
  symlinkSync(file, join(place, "link.json"));
  await writeWhole(join(place, "link.json"), text);
  expect(readFileSync(file, "utf8")).toMatch(/eval_set_id/);
  expect(statSync(file).mode & 0o777).toBe(0o640);
});

test("a place that cannot be written is told, and nothing is left behind", async () => {
  const place = folder();
  await expect(writeWhole(join(place, "none", "s.json"), text)).rejects.toMatchObject({
    code: "file/unwritable",
    hint: "Its folder does not exist.",
  });
  await expect(writeWhole(place, text)).rejects.toMatchObject({ code: "file/unwritable" });
  expect(readdirSync(place)).toEqual([]);
});

test("of two who create a file one is refused, and nobody reads half of it", async () => {
  const place = folder();
  const file = join(place, "s.json");
  const taken = new UserFacingError("eval-set/exists", "It is there.");
  const texts = ["a".repeat(100_000), "b".repeat(100_000)];
  const outcomes = await Promise.allSettled(texts.map((each) => writeNew(file, each, taken)));
  const winner = outcomes.findIndex((each) => each.status === "fulfilled");
  expect(outcomes[1 - winner]).toEqual({ status: "rejected", reason: taken });
  expect(readFileSync(file, "utf8")).toBe(texts[winner]);
  expect(readdirSync(place)).toEqual(["s.json"]);
});

test("a set without a name goes by its id", () => {
  expect(evalSetName(evalSet)).toBe("s");
  expect(evalSetName({ ...evalSet, name: "" })).toBe("s");
  expect(evalSetName({ ...evalSet, name: "Smoke" })).toBe("Smoke");
});
