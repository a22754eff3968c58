import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isUserFacingError, type UserFacingError } from "../core/errors.ts";
import { evalSetSource, openEvalSet } from "./eval-set-source.ts";
import { readEvalSet } from "./reading/read-eval-set.ts";

function fileOf(text: string | Buffer): string {
  const path = join(mkdtempSync(join(tmpdir(), "assay-set-")), "s.evalset.json");
  writeFileSync(path, text);
  return path;
}

/** Files are streamed from this size on, so every file of these tests is. */
const streamed = { streamFrom: 0, name: "s.evalset.json" };

async function refusal(path: string, options: object): Promise<UserFacingError> {
  try {
    await openEvalSet(path, { name: "s.evalset.json", ...options });
  } catch (error) {
    if (isUserFacingError(error)) return error;
    throw error;
  }
  throw new Error("it was read");
}

const turn = { user_content: { parts: [{ text: "höher 🦦" }] } };
const evalCases = Array.from({ length: 300 }, (_, index) => ({
  eval_id: `case_${index}`,
  conversation: Array(1 + (index % 5)).fill(turn),
  final_session_state: { long: `${"x".repeat(index * 10)}"]},{` },
  ...(index === 7 ? { assay: { tags: ["slow"], quarantine: "flaky" } } : {}),
}));

describe.each([
  ["indented", (set: object) => JSON.stringify(set, null, 2)],
  ["on one line", (set: object) => JSON.stringify(set)],
])("a file %s", (_, textOf) => {
  // a key may stand after the cases, and some of them are longer than what is read at once
  const text = textOf({
    eval_set_id: "s",
    eval_cases: [...evalCases, { ...evalCases[0], eval_id: "long", note: "y".repeat(200_000) }],
    name: "Näme",
    owner: ["me"],
  });

  test("is the same set streamed as read whole", async () => {
    const path = fileOf(text);
    const source = await openEvalSet(path, streamed);
    const { evalCases: expected, ...header } = readEvalSet(text).evalSet;
    expect(source.header).toEqual(header);
    expect(source.path).toBe(path);
    expect(source.caseIds).toEqual(expected.map((each) => each.evalId));
    expect(source.tagsOf(7)).toEqual(["slow"]);
    expect(source.tagsOf(8)).toEqual([]);
    expect(source.quarantineOf(7)).toBe("flaky");
    expect(source.quarantineOf(8)).toBeUndefined();
    for (const [index, evalCase] of expected.entries()) {
      expect(await source.read(index)).toEqual(evalCase);
    }
  });

  test.each([
    ["a misspelt key", '"eval_id":', '"eval_idd":'],
    ["a broken value", '"parts":', '"parts": x, "y":'],
    ["a value of the wrong kind in the header", "Näme", 'Näme", "description": 3, "z": "'],
    ["a missing bracket at the end", /\}\s*$/, ""],
    ["a missing quote", '"long",', '"long,'],
  ])("tells %s at the same place streamed as read whole", async (__, search, replacement) => {
    const at = typeof search === "string" ? text.lastIndexOf(search) : text.search(search);
    const path = fileOf(text.slice(0, at) + text.slice(at).replace(search, replacement));
    const whole = await refusal(path, {});
    const piecewise = await refusal(path, streamed);
    expect(piecewise.message).toBe(whole.message);
    expect(piecewise.hint).toBe(whole.hint);
    expect(piecewise.place).toMatchObject({ file: "s.evalset.json", line: whole.place?.line });
    expect(piecewise.place?.excerpt).toMatch(/\^/);
  });
});

test("the same mistake looks the same streamed as read whole", async () => {
  const path = fileOf(
    JSON.stringify({ eval_set_id: "s", eval_cases: [...evalCases.slice(0, 3), { x: 1 }] }, null, 2),
  );
  const whole = await refusal(path, {});
  const piecewise = await refusal(path, streamed);
  expect(piecewise.place).toEqual(whole.place);
  expect(piecewise.others).toEqual(whole.others);
});

test("two cases of one id are refused with both places, streamed too", async () => {
  const one = { eval_id: "a", conversation: [] };
  const path = fileOf(JSON.stringify({ eval_set_id: "s", eval_cases: [one, one] }, null, 2));
  for (const options of [{}, streamed]) {
    const { code, message, place } = await refusal(path, options);
    expect(code).toBe("eval-set/duplicate");
    expect(message).toMatch(/eval_cases\[1\] has the eval_id "a" of eval_cases\[0\] in line \d/);
    expect(place?.line).toBeGreaterThan(7);
  }
});

test("remarks are those of the whole file, streamed too", async () => {
  const path = fileOf(
    '// mine\n{"eval_set_id": "t", "eval_cases": [{"eval_id": "a", "conversation": [{"user_content": "hi"}]},],}',
  );
  const source = await openEvalSet(path, streamed);
  const whole = await openEvalSet(path, { name: "s.evalset.json" });
  const remarks = (list: typeof source.warnings) => list.map((each) => each.message);
  expect(remarks(source.warnings)).toEqual(remarks(whole.warnings));
  expect(remarks(source.adkIncompatibilities)).toEqual(remarks(whole.adkIncompatibilities));
  expect(remarks(source.adkIncompatibilities)).toHaveLength(3);
});

test("a list, a byte order mark and other encodings are reported as in small files", async () => {
  expect((await openEvalSet(fileOf('[{"query": "hi"}]'), streamed)).caseIds).toEqual(["s"]);
  expect((await refusal(fileOf("\ufeff{}"), streamed)).message).toMatch(/byte order mark/);
  expect((await refusal(fileOf("{}"), streamed)).message).toBe('The file has no "eval_set_id".');
  const latin = Buffer.from('{"eval_set_id": "sö", "eval_cases": []}', "latin1");
  expect(await refusal(fileOf(latin), streamed)).toMatchObject({
    message: "The file is not UTF-8 text.",
    place: { line: 1, column: 19 },
  });
});

test("the hash follows the content of the chosen cases", async () => {
  const text = JSON.stringify({ eval_set_id: "s", eval_cases: evalCases.slice(0, 3) });
  const other = text.replace("höher", "tiefer");
  for (const options of [{}, streamed]) {
    const before = await openEvalSet(fileOf(text), options);
    const after = await openEvalSet(fileOf(other), options);
    expect(before.hashOf([0, 1])).not.toBe(after.hashOf([0, 1]));
    expect(before.hashOf([1, 2])).toBe(after.hashOf([1, 2]));
    expect(before.hashOf([1, 2])).not.toBe(before.hashOf([2, 1]));
  }
});

test("a streamed file that changes under the run is noticed", async () => {
  const text = JSON.stringify({ eval_set_id: "s", eval_cases: evalCases.slice(0, 3) });
  const path = fileOf(text);
  const source = await openEvalSet(path, streamed);
  writeFileSync(path, text.replaceAll("höher", "härte"));
  expect(() => source.read(1)).toThrow("s.evalset.json has changed since it was opened.");
});

test("a file that is not there or not a file says so", async () => {
  expect(await refusal("/nowhere/s.json", {})).toMatchObject({ code: "eval-set/not-found" });
  expect(await refusal(tmpdir(), {})).toMatchObject({
    code: "file/unreadable",
    hint: "It is a folder; name a file in it.",
  });
});

test("a set in memory is a source as well", () => {
  const { evalSet } = readEvalSet(JSON.stringify({ eval_set_id: "s", eval_cases: evalCases }));
  const source = evalSetSource(evalSet);
  expect(source.header).toEqual({ evalSetId: "s", creationTimestamp: 0 });
  expect(source.read(299)).toBe(evalSet.evalCases[299]);
  expect(() => source.read(300)).toThrow(RangeError);
});
