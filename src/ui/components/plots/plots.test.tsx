import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Barcode } from "./barcode.tsx";
import { Distribution } from "./distribution.tsx";
import { Histogram } from "./histogram.tsx";
import { Lines } from "./lines.tsx";
import { RangeAroundZero } from "./range-around-zero.tsx";

const twoDigits = (value: number) => value.toFixed(2);

test("a histogram counts every score once and marks its threshold", () => {
  const drawn = renderToStaticMarkup(
    <Histogram
      label="Tool trajectory"
      values={[0, 0.5, 0.52, 1, 1.2]}
      threshold={0.8}
      format={twoDigits}
    />,
  );
  expect(drawn).toContain("Tool trajectory: 5 scores from 0.00 to 1.20, threshold 0.80");
  expect(drawn).toContain("--min:80%");
  expect([...drawn.matchAll(/<td class="num">(\d+)<\/td>/g)].map(([, count]) => count)).toEqual([
    "1",
    "2",
    "2",
  ]);
});

test("no scores yet is said", () => {
  const drawn = renderToStaticMarkup(<Histogram label="F1" values={[]} format={twoDigits} />);
  expect(drawn).toContain("F1: no scores yet");
});

test("a gap in a line is never drawn over, and one point alone is a dot", () => {
  const known = { value: 0.5, interval: [0.4, 0.6] as const };
  const gap = { value: null, interval: null };
  const drawn = renderToStaticMarkup(
    <Lines label="Pass rate" points={[known, known, gap, known]} scale={[0, 1]} />,
  );
  expect(drawn.match(/class="band"/g)).toHaveLength(2);
  expect(drawn).toContain('class="ln" d="M0.5 42.0L1.5 42.0"');
  expect(drawn).toContain('class="ln dot" d="M3.5 42.0h0"');
});

test("every mark of a barcode has a shape of its own, and a run without the case has none", () => {
  const drawn = renderToStaticMarkup(
    <Barcode
      label="refund"
      marks={["passed", "failed", "errored", "not-evaluated", null, "passed"]}
    />,
  );
  expect(drawn.match(/<path class="\w"/g)).toHaveLength(4);
  expect(drawn).toContain("M5.28 13h.44v4h-.44z");
  expect(drawn).not.toContain("M4.");
});

test("where less is better the scale is turned", () => {
  const place = (isFlipped: boolean) =>
    renderToStaticMarkup(
      <RangeAroundZero estimate={0.1} interval={[0.05, 0.3]} half={0.2} isFlipped={isFlipped} />,
    );
  expect(place(false)).toContain("--lo:62.5%;--hi:100.0%;--at:75.0%");
  expect(place(false)).toContain("range diff over");
  expect(place(true)).toContain("--lo:0.0%;--hi:37.5%;--at:25.0%");
  expect(place(true)).toContain("range diff under");
});

test("many values are drawn as a box, few as dots, and none is said", () => {
  const seconds = (count: number) =>
    renderToStaticMarkup(
      <Distribution
        label="Latency"
        values={Array.from({ length: count }, (_, at) => at / count)}
        format={(value) => `${value.toFixed(2)} s`}
      />,
    );
  expect(seconds(40).match(/<circle/g)).toHaveLength(40);
  expect(seconds(4000)).not.toContain("<circle");
  expect(seconds(4000)).toContain("Latency: median 0.50 s, 95th percentile 0.95 s");
  expect(seconds(0)).toContain("nothing was measured");
});
