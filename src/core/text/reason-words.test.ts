import { expect, test } from "vitest";
import { lackWords } from "./reason-words.ts";

test("a metric of the user's own says itself what it lacks", () => {
  const detail = "house_style needs rubrics, and neither the config nor the case has any.";
  expect(lackWords({ name: "house_style", detail })).toBe(detail.slice(0, -1));
});

test("a detail about something else does not stand for what is lacking", () => {
  expect(lackWords({ name: "house_style", detail: "Turn 2: empty." })).toBe(
    "no reference to compare with",
  );
  expect(lackWords({ name: "rubric_based_tool_use_quality_v1", detail: "" })).toBe(
    "no rubrics to judge by",
  );
});
