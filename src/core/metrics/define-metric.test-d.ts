// Compiled with everything else: each expected error must be one, and nothing else may be.
import { type } from "arktype";
import * as v from "valibot";
import { z } from "zod";
import { withDefault } from "../schema/object-field.ts";
import { object } from "../schema/object-schema.ts";
import { number } from "../schema/schema.ts";
import { defineMetric } from "./define-metric.ts";

export const answers = [
  defineMetric({ name: "number", measure: () => 0.5 }),
  defineMetric({ name: "boolean", measure: async ({ actual }) => actual.length > 1 }),
  defineMetric({
    name: "outcome",
    measure: () => ({ kind: "not-evaluated", reason: "unsupported", detail: "Nobody knows." }),
  }),
];

const plain = defineMetric({ name: "plain", measure: () => 1 });
const zodded = defineMetric({
  name: "zodded",
  criterion: z.object({ words: z.number().default(20), unit: z.enum(["word", "letter"]) }),
  measure: (_input, settings) => {
    settings satisfies { words: number; unit: "word" | "letter" };
    return settings.words;
  },
});
const valibotted = defineMetric({
  name: "valibotted",
  criterion: v.object({ words: v.optional(v.number(), 20) }),
  measure: (_input, { words }) => words satisfies number,
});
const arked = defineMetric({
  name: "arked",
  criterion: type({ words: "number = 20" }),
  measure: (_input, { words }) => words satisfies number,
});
const shaped = defineMetric({
  name: "shaped",
  criterion: object<{ words: number }>(
    { words: withDefault(number, 20) },
    { expected: "a criterion", unknown: "refuse" },
  ),
  measure: (_input, { words }) => words satisfies number,
});

export const good = [
  plain(1),
  plain({ threshold: 1, goal: "Nobody is bored." }),
  zodded({ threshold: 1, unit: "word" }),
  zodded({ threshold: 1, words: 3, unit: "letter" }),
  valibotted({ threshold: 1 }),
  valibotted({ threshold: 1, words: 3 }),
  arked({ threshold: 1, words: 3 }),
  arked({ threshold: 1 }),
  shaped({ threshold: 1 }),
  shaped({ threshold: 1, words: 3 }),
];

export const bad = () => [
  // @ts-expect-error nothing measures
  defineMetric({ name: "nothing" }),
  // @ts-expect-error no name
  defineMetric({ measure: () => 1 }),
  // @ts-expect-error a misspelt key
  defineMetric({ name: "misspelt", mesure: () => 1 }),
  // @ts-expect-error an answer that is none
  defineMetric({ name: "text", measure: () => "good" }),
  // @ts-expect-error a direction that is none
  defineMetric({ name: "sideways", measure: () => 1, direction: "sideways" }),
  // @ts-expect-error no schema
  defineMetric({ name: "schemaless", criterion: { words: 3 }, measure: () => 1 }),
  // @ts-expect-error no threshold
  plain({}),
  // @ts-expect-error nothing at all
  plain(),
  // @ts-expect-error it has no settings
  plain({ threshold: 1, words: 3 }),
  // @ts-expect-error a setting that cannot be left out
  zodded({ threshold: 1 }),
  // @ts-expect-error a misspelt setting
  zodded({ threshold: 1, unit: "word", word: 3 }),
  // @ts-expect-error a value of another type
  valibotted({ threshold: 1, words: "3" }),
  // @ts-expect-error a misspelt setting
  arked({ threshold: 1, word: 3 }),
  // @ts-expect-error a misspelt setting
  shaped({ threshold: 1, word: 3 }),
];
