import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { labelsIn, writeLabel } from "./write-label.ts";

const question = {
  metric: "final_response_match_v2",
  user: "When do you open?",
  answer: "At ten.",
  reference: "We open at 10 am.",
};
const given = { question, at: "2026-11-15T09:00:00.000Z", case: "hours/open" } as const;

function file(text?: string): string {
  const folder = mkdtempSync(join(tmpdir(), "assay-labels-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "labels.jsonl");
  if (text !== undefined) writeFileSync(path, text);
  return path;
}

test("a label is a line of its file, and changes its mind in place", async () => {
  const path = file();
  expect(await labelsIn(path, "labels.jsonl")).toEqual([]);
  await writeLabel(path, "labels.jsonl", { ...given, label: "pass" });
  const other = { ...question, answer: "Soon." };
  await writeLabel(path, "labels.jsonl", { ...given, question: other, label: "fail" });
  await writeLabel(path, "labels.jsonl", { ...given, label: "fail" });
  const said = await labelsIn(path, "labels.jsonl");
  expect(said.map(({ line, answer, label }) => [line, answer, label])).toEqual([
    [1, "At ten.", "fail"],
    [2, "Soon.", "fail"],
  ]);
  await writeLabel(path, "labels.jsonl", { ...given, label: null });
  expect(await labelsIn(path, "labels.jsonl")).toMatchObject([{ line: 1, answer: "Soon." }]);
});

test("what people wrote by hand stays as it is, and is found again", async () => {
  const byHand = `{"user": "When do you open?",  "answer": "At ten.", "reference": "We open at 10 am.", "label": "pass"}`;
  const path = file(`${byHand}\n\n{"user": "u", "answer": "a", "reference": "r", "label": "fail"}`);
  const polite = { metric: "rubric_based_final_response_quality_v1", user: "u", answer: "a" };
  await writeLabel(path, "labels.jsonl", {
    ...given,
    question: { ...polite, rubric: "It is polite." },
    label: "pass",
  });
  const [first, second, third, fourth] = readFileSync(path, "utf8").split("\n");
  expect([first, second]).toEqual([byHand, ""]);
  expect(third).toContain('"label": "fail"');
  expect(JSON.parse(fourth ?? "")).toMatchObject({ rubric: "It is polite.", label: "pass" });
  await writeLabel(path, "labels.jsonl", { ...given, label: "fail" });
  expect(readFileSync(path, "utf8").split("\n")[0]).toContain('"label":"fail"');
});

test("a file with mistakes is told, and not written", async () => {
  const path = file('{"user": "u"}\n');
  await expect(writeLabel(path, "labels.jsonl", { ...given, label: "pass" })).rejects.toMatchObject(
    {
      code: "labels/invalid",
      place: { file: "labels.jsonl", line: 1 },
    },
  );
  expect(readFileSync(path, "utf8")).toBe('{"user": "u"}\n');
});
