import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Glyph, type State } from "./glyph.tsx";

const states: readonly State[] = [
  "passed",
  "failed",
  "errored",
  "not-evaluated",
  "pending",
  "skipped",
];

test("six states have six shapes, also where no colour is seen, and six names", () => {
  const drawn = states.map((state) => renderToStaticMarkup(<Glyph state={state} />));
  const shapes = drawn.map((svg) =>
    svg.replace(/^<svg[^>]*>/, "").replaceAll(/ class="[^"]*"/g, ""),
  );
  expect(new Set(shapes).size).toBe(6);
  const names = drawn.map((svg) => /aria-label="([^"]+)"/.exec(svg)?.[1]);
  expect(names).toEqual(["passed", "failed", "errored", "not evaluated", "pending", "skipped"]);
  for (const svg of drawn) expect(svg).toContain('role="img"');
});
