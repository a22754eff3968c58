import { expect, test } from "vitest";
import { defineMetric } from "./define-metric.ts";

const measure = () => 1;

test.each([
  [undefined, "defineMetric was given nothing."],
  [5, "defineMetric was given 5."],
  [{ measure }, "defineMetric was given no name."],
  [{ name: "", measure }, 'defineMetric was given "" as a name.'],
  [{ name: "x" }, "The metric x has no function that measures."],
  [{ name: "x", mesure: measure }, 'The metric x has a key "mesure", which means nothing.'],
  [{ name: "x", measure, needs: "reference-answer" }, 'The needs of x are "reference-answer".'],
  [{ name: "x", measure, needs: [undefined] }, "The metric x needs missing, which is nothing"],
  [{ name: "x", measure, range: [0, 1] }, "The range of x is no range of scores."],
  [{ name: "x", measure, range: { min: 5, max: 1 } }, "The range of x is no range of scores."],
  [{ name: "x", measure, range: { max: 1 } }, "The range of x is no range of scores."],
  [{ name: "x", measure, version: "2" }, 'The version of x is "2".'],
  [{ name: "x", measure, timeoutSeconds: 0 }, "The timeoutSeconds of x are 0."],
  [{ name: "x", measure, timeoutSeconds: "5" }, 'The timeoutSeconds of x are "5".'],
])("defineMetric(%j) is refused", (spec, message) => {
  const refused = { code: "metric/invalid", hint: expect.any(String) };
  expect(() => defineMetric(spec as never)).toThrow(message);
  expect(() => defineMetric(spec as never)).toThrow(expect.objectContaining(refused));
});

test("a need that is nearly one is guessed", () => {
  const spec = { name: "x", measure, needs: ["reference-answers"] };
  const hint = "Did you mean reference-answer?";
  expect(() => defineMetric(spec as never)).toThrow(expect.objectContaining({ hint }));
});

test("everything a definition may say is accepted", () => {
  const spec = { name: "x", measure, version: 2, range: { min: 1, max: 5 }, timeoutSeconds: 0.5 };
  const metric = defineMetric({ ...spec, needs: ["judge", "rubrics"], reads: ["times"] });
  expect({ ...metric }).toMatchObject(spec);
  const unbounded = { min: 0, max: undefined };
  expect(defineMetric({ name: "x", measure, range: unbounded }).range).toEqual(unbounded);
});
