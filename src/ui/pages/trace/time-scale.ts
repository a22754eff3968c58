export interface Interval {
  readonly start: number;
  readonly end: number;
}

/** Time in which nothing happened, drawn shorter than it was. */
interface Gap extends Interval {
  /** Percent of the width. */
  readonly at: number;
  readonly width: number;
}

export interface TimeScale {
  /** Where a moment is drawn, in percent of the width. */
  place(time: number): number;
  readonly gaps: readonly Gap[];
  readonly ticks: readonly { readonly at: number; readonly label: string }[];
}

interface ScaleOptions {
  /** Only what lies in here is drawn. */
  readonly window: Interval;
  readonly shortenIdle: boolean;
}

/** How wide a shortened gap is, in percent. */
const GAP_WIDTH = 4;
/** Idle time is shortened where it is longer than this share of what is shown. */
const LONG_SHARE = 0.15;
const TICKS = 6;

/** Where moments are drawn when long stretches in which nothing happened are shortened. */
export function timeScale(
  busy: readonly Interval[],
  { window, shortenIdle }: ScaleOptions,
): TimeScale {
  const whole = Math.max(window.end - window.start, 0.001);
  const idle = shortenIdle ? idleTimes(busy, window, whole * LONG_SHARE) : [];
  const lost = idle.reduce((sum, { start, end }) => sum + end - start, 0);
  const perMs = (100 - GAP_WIDTH * idle.length) / Math.max(whole - lost, 0.001);
  const place = (time: number): number => {
    const until = Math.min(Math.max(time, window.start), window.end);
    let at = (until - window.start) * perMs;
    for (const { start, end } of idle) {
      if (until <= start) break;
      const inside = Math.min(until, end) - start;
      at += (inside / (end - start)) * GAP_WIDTH - inside * perMs;
    }
    return at;
  };
  const gaps = idle.map((each) => ({ ...each, at: place(each.start), width: GAP_WIDTH }));
  return { place, gaps, ticks: ticksOf(window, gaps, place) };
}

function idleTimes(
  busy: readonly Interval[],
  window: Interval,
  longest: number,
): readonly Interval[] {
  const found: Interval[] = [];
  let until = window.start;
  for (const { start, end } of busy.toSorted((a, b) => a.start - b.start)) {
    const from = Math.min(start, window.end);
    if (from - until > longest) found.push({ start: until, end: from });
    until = Math.max(until, end);
  }
  if (window.end - until > longest) found.push({ start: until, end: window.end });
  return found;
}

function ticksOf(
  window: Interval,
  gaps: readonly Gap[],
  place: (time: number) => number,
): TimeScale["ticks"] {
  const shown = window.end - window.start - gaps.reduce((sum, gap) => sum + gap.end - gap.start, 0);
  const step = roundStep(shown / TICKS);
  const first = Math.ceil(window.start / step);
  const last = Math.floor(window.end / step);
  const ticks: { at: number; label: string }[] = [];
  let before = -100;
  // no more than can be told apart, however long the gaps are
  for (let count = first; count <= last && ticks.length < 4 * TICKS; count += 1) {
    const time = count * step;
    const gap = gaps.find((each) => time > each.start && time < each.end);
    if (gap !== undefined) {
      count = Math.max(count, Math.ceil(gap.end / step) - 1);
      continue;
    }
    const at = place(time);
    if (at - before < 7 || at > 96) continue;
    ticks.push({ at, label: tickText(time, step) });
    before = at;
  }
  return ticks;
}

function roundStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(rough, 0.001)));
  const digits = [1, 2, 5, 10].find((each) => each * power >= rough) ?? 10;
  return digits * power;
}

function tickText(time: number, step: number): string {
  if (step < 1000) return time >= 1000 ? `${trimmed(time / 1000, 3)} s` : `${trimmed(time, 3)} ms`;
  if (time < 120_000) return `${trimmed(time / 1000, 1)} s`;
  return `${trimmed(time / 60_000, 1)} min`;
}

function trimmed(value: number, digits: number): string {
  return `${Number(value.toFixed(digits))}`;
}
