import fc from "fast-check";
import { expect, test } from "vitest";
import { commonTemplate, fillTemplate, valuesIn } from "./event-template.ts";
import { templateWriter } from "./template-writer.ts";

/** Objects that have the same fields, and some that do not. */
const texts = fc
  .tuple(fc.array(fc.jsonValue(), { maxLength: 3 }), fc.array(fc.jsonValue(), { maxLength: 30 }))
  .map(([fields, values]) =>
    values.map((value, at) =>
      JSON.stringify({ type: "turn-end", fields, at, value, last: fields[at % 3] }),
    ),
  );

test("a text that a template takes apart is put together again, to the letter", () => {
  fc.assert(
    fc.property(texts, (all) => {
      const template = commonTemplate(all);
      if (template === undefined) return;
      for (const text of all) {
        const values = valuesIn(text, template);
        if (values !== undefined) expect(fillTemplate(template, values)).toBe(text);
      }
      expect(valuesIn(all.at(-1) as string, template)).toBeDefined();
    }),
  );
});

test("whatever is written through templates is read as it was", () => {
  const laidOut = fc.tuple(fc.jsonValue(), fc.constantFrom(0, 1, 2, "\t"));
  const any = fc.oneof(
    texts,
    fc.array(laidOut.map(([value, space]) => JSON.stringify(value, null, space))),
    fc.array(fc.string()),
  );
  fc.assert(
    fc.property(fc.array(any, { maxLength: 5 }), (groups) => {
      const saved: (readonly string[])[] = [];
      const writer = templateWriter((template) => saved.push(template));
      for (const text of groups.flatMap((group) =>
        Array.from({ length: 60 }, () => group).flat(),
      )) {
        const { template, body } = writer.shorten("turn-end", text);
        const pieces = template === null ? undefined : saved[template - 1];
        expect(pieces === undefined ? body : fillTemplate(pieces, body)).toBe(text);
      }
    }),
  );
});

test("events that differ in a few values are written as those values", () => {
  const saved: (readonly string[])[] = [];
  const writer = templateWriter((template) => saved.push(template));
  const event = (index: number) =>
    JSON.stringify({
      type: "case-end",
      runId: "run-1",
      evalId: `case_${index}`,
      metrics: [{ name: "x", score: index / 7, says: 'quoted " \\' }],
    });
  let last = writer.shorten("case-end", event(0));
  for (let index = 1; index < 300; index += 1) last = writer.shorten("case-end", event(index));
  expect(last).toEqual({ template: 1, body: `"case_299"\n${299 / 7}` });
  expect(saved).toHaveLength(1);
});
