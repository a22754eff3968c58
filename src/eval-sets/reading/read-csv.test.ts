import { expect, test } from "vitest";
import { textOf } from "../../core/content.ts";
import { toolCallsOf } from "../../core/invocation.ts";
import { readCsv } from "./read-csv.ts";

test("rows become cases, whatever separates their cells and whatever the columns are called", () => {
  for (const separator of [",", ";", "\t"]) {
    const rows = [
      ["Question", "Expected output", "Tags", "tools", "owner"],
      ["Capital of Peru?", "Lima", "geo|easy", "look_up", "Ana"],
      ['"And its\nriver, ""the"" big one?"', "Amazon", "", "", ""],
    ];
    const text = `\uFEFF${rows.map((row) => row.join(separator)).join("\r\n")}\r\n\r\n`;
    const { cases, problems, unused } = readCsv(text);
    expect(problems).toEqual([]);
    expect(cases.map(({ evalId }) => evalId)).toEqual(["case_1", "case_2"]);
    const [first, second] = cases.map(({ conversation }) => conversation?.[0]);
    expect(textOf(first?.finalResponse)).toBe("Lima");
    expect(first && toolCallsOf(first).map(({ name }) => name)).toEqual(["look_up"]);
    expect(cases[0]?.assay?.tags).toEqual(["geo", "easy"]);
    expect(textOf(second?.userContent)).toBe('And its\nriver, "the" big one?');
    expect(second?.intermediateData).toBeUndefined();
    expect([...unused]).toEqual([["owner", 1]]);
  }
});

test("what is not understood is told with its line, and the other rows are read", () => {
  const { cases, problems } = readCsv(
    'question,answer\n"two\nlines",a\n,only an answer\nx,y,z\nq,"open\n',
  );
  expect(cases).toHaveLength(1);
  expect(problems.map(({ place, message }) => [place?.line, message])).toEqual([
    [4, expect.any(String)],
    [5, "This row has 3 cells, and there are 2 columns."],
    [6, "A quote is opened here and never closed."],
  ]);
});

test("calls with arguments may be JSON in a cell; a table without rows has no cases", () => {
  const cell = '"[{""name"": ""refund"", ""args"": {""order"": 17}}]"';
  const { cases } = readCsv(`user,tools\nRefund 17,${cell}\n`);
  const [turn] = cases[0]?.conversation ?? [];
  expect(turn && toolCallsOf(turn)).toMatchObject([{ name: "refund", args: { order: 17 } }]);
  expect(readCsv("user,answer\n").cases).toEqual([]);
  expect(readCsv("").cases).toEqual([]);
});
