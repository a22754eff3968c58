import type { ReasonCode } from "../../core/verdict.ts";

const DAY = 24 * 60 * 60 * 1000;

/** `14:02` for today, `15 Nov, 14:02` for this year, `15 Nov 2025, 14:02` before. */
export function timeText(iso: string, now: Date = new Date()): string {
  const at = new Date(iso);
  const time = at.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  if (now.getTime() - at.getTime() < DAY && now.getDate() === at.getDate()) return time;
  const day = at.toLocaleDateString("en-GB", {
    day: "numeric",
    month: "short",
    ...(at.getFullYear() !== now.getFullYear() && { year: "numeric" }),
  });
  return `${day}, ${time}`;
}

/** `4 ms`, `0.02 s`, `5.0 s`, `2 min 14 s`. */
export function secondsText(seconds: number): string {
  if (seconds === 0) return "0 ms";
  // nothing that took time is said to have taken none
  if (seconds > 0 && seconds < 0.01)
    return seconds < 0.001 ? "< 1 ms" : `${Math.round(1000 * seconds)} ms`;
  if (seconds < 10) return `${seconds.toFixed(seconds < 1 ? 2 : 1)} s`;
  if (seconds < 59.5) return `${Math.round(seconds)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/** `61%`, and never 100% or 0% for what only rounds to it. */
export function percentText(share: number): string {
  const percent = 100 * share;
  if (percent > 99.5 && percent < 100) return "99%";
  if (percent > 0 && percent < 0.5) return "1%";
  return `${Math.round(percent)}%`;
}

export function scoreText(score: number): string {
  return score.toFixed(2).replace(/^-/, "−");
}

/** A count or a mean of counts: no digits that say nothing. */
export function amountText(amount: number): string {
  return Number(amount.toFixed(2)).toLocaleString("en-US").replace(/^-/, "−");
}

/** Why something was not evaluated, in one or two words. */
export const reasonWords: Readonly<Record<ReasonCode, string>> = {
  "missing-reference": "no reference",
  "judge-parse": "judge unclear",
  "judge-refused": "judge refused",
  "judge-error": "judge error",
  "judge-no-quorum": "no quorum",
  "judge-window": "too long to judge",
  "judge-contradiction": "judge contradicts",
  "judge-unfit": "judge unfit",
  "agent-error": "agent error",
  "simulator-fault": "simulator fault",
  "turn-mismatch": "other turns",
  timeout: "timed out",
  unsupported: "not supported",
  cancelled: "cancelled",
  "metric-error": "metric error",
  "partly-scored": "partly scored",
  "no-metrics": "no metrics",
  "not-recorded": "not recorded",
};

/** How long something may still take, no more exactly than anybody knows: `10 s left`, `1 min left`. */
export function leftText(seconds: number): string {
  if (seconds < 60) return `${Math.max(5, Math.ceil(seconds / 5) * 5)} s left`;
  if (seconds < 5_400) return `${Math.round(seconds / 60)} min left`;
  return `${Math.round(seconds / 3_600)} h left`;
}
