import { expect, test } from "vitest";
import { porterStem } from "./porter-stemmer.ts";

test.each([
  ["caresses flies dies mules denied died", "caress fli die mule deni die"],
  ["agreed owned humbled sized meeting stating", "agre own humbl size meet state"],
  ["siezing itemization sensational traditional", "siez item sensat tradit"],
  ["reference colonizer plotted", "refer colon plot"],
  ["this status happily geology rationalize device", "thi statu happili geolog ration devic"],
])("%s", (words, stems) => {
  expect(words.split(" ").map(porterStem).join(" ")).toBe(stems);
});

test("words of its list keep what the rules would take away", () => {
  expect(["skies", "dying", "news", "innings", "proceed"].map(porterStem)).toEqual([
    "sky",
    "die",
    "news",
    "inning",
    "proceed",
  ]);
});

test("a final e is taken before the double l that then stands at the end", () => {
  expect(porterStem("digitlleli")).toBe("digitl");
});

test("-alli becomes -al and is looked at once more", () => {
  expect(porterStem("rationally")).toBe("ration");
});

test("words of two letters stay", () => {
  expect(["is", "as", "s"].map(porterStem)).toEqual(["is", "as", "s"]);
});
