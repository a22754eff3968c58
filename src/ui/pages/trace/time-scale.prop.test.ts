import fc from "fast-check";
import { expect, test } from "vitest";
import { timeScale } from "./time-scale.ts";

const interval = fc
  .tuple(fc.double({ min: 0, max: 1e6, noNaN: true }), fc.double({ min: 0, max: 1e4, noNaN: true }))
  .map(([start, took]) => ({ start, end: start + took }));
const busy = fc.array(interval, { minLength: 1, maxLength: 30 });

function windowOf(all: readonly { start: number; end: number }[]) {
  return {
    start: Math.min(...all.map(({ start }) => start)),
    end: Math.max(...all.map(({ end }) => end)),
  };
}

test("later is never further left, and everything is drawn within the width", () => {
  fc.assert(
    fc.property(busy, fc.boolean(), (all, shortenIdle) => {
      const { place } = timeScale(all, { window: windowOf(all), shortenIdle });
      const times = all.flatMap(({ start, end }) => [start, end]).toSorted((a, b) => a - b);
      let before = -1e-6;
      for (const time of times) {
        const at = place(time);
        expect(at).toBeGreaterThanOrEqual(before - 1e-6);
        expect(at).toBeLessThanOrEqual(100 + 1e-6);
        before = at;
      }
    }),
  );
});

test("a gap holds no moment in which something happened", () => {
  fc.assert(
    fc.property(busy, (all) => {
      const { gaps } = timeScale(all, { window: windowOf(all), shortenIdle: true });
      for (const gap of gaps) {
        expect(all.some(({ start, end }) => start < gap.end && end > gap.start)).toBe(false);
      }
    }),
  );
});

test("ticks stand in their order, and apart", () => {
  fc.assert(
    fc.property(busy, fc.boolean(), (all, shortenIdle) => {
      const { ticks } = timeScale(all, { window: windowOf(all), shortenIdle });
      expect(ticks.length).toBeLessThanOrEqual(24);
      for (const [place, { at }] of ticks.entries()) {
        expect(at - (ticks[place - 1]?.at ?? -100)).toBeGreaterThanOrEqual(7);
      }
    }),
  );
});

test("a long wait between two turns is drawn short", () => {
  const all = [
    { start: 0, end: 1000 },
    { start: 61_000, end: 62_000 },
  ];
  const window = { start: 0, end: 62_000 };
  const short = timeScale(all, { window, shortenIdle: true });
  expect(short.gaps).toMatchObject([{ start: 1000, end: 61_000, width: 4 }]);
  expect(Math.round(short.place(1000))).toBe(48);
  expect(Math.round(timeScale(all, { window, shortenIdle: false }).place(1000))).toBe(2);
});
