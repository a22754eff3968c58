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
import { saveEvalSet } from "./save-eval-set.ts";
import { evalSetName } from "./write-eval-set.ts";

const evalSet = { evalSetId: "s", evalCases: [], creationTimestamp: 0 };

function folder(): string {
  return mkdtempSync(join(tmpdir(), "assay-save-"));
}

test("a set is written as ADK writes it, and nothing else is left behind", async () => {
  const place = folder();
  await saveEvalSet(join(place, "s.evalset.json"), evalSet);
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
  await saveEvalSet(join(place, "link.json"), evalSet);
  expect(readFileSync(file, "utf8")).toMatch(/eval_set_id/);
  expect(statSync(file).mode & 0o777).toBe(0o640);
});

test("a place that cannot be written is told, and nothing is left behind", async () => {
  const place = folder();
  await expect(saveEvalSet(join(place, "none", "s.json"), evalSet)).rejects.toMatchObject({
    code: "file/unwritable",
    hint: "Its folder does not exist.",
  });
  await expect(saveEvalSet(place, evalSet)).rejects.toMatchObject({ code: "file/unwritable" });
  expect(readdirSync(place)).toEqual([]);
});

test("a set without a name goes by its id", () => {
  expect(evalSetName(evalSet)).toBe("s");
  expect(evalSetName({ ...evalSet, name: "" })).toBe("s");
  expect(evalSetName({ ...evalSet, name: "Smoke" })).toBe("Smoke");
});
