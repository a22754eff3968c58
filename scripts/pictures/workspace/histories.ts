import type { Trials } from "./story.ts";

/** A version of an agent, as a commit has it, and how many runs it had. */
export interface Version {
  readonly commit: string;
  readonly runs: number;
  readonly trials: Trials;
}

const early = {
  refund_two_orders: "f",
  warranty_not_refund: "f",
  damaged_on_arrival: "pf",
  subscription_month: "pf",
} as const;

/** Failures that come and go, one letter a run. */
const flaky: Readonly<Record<string, string>> = {
  refund_partial_items: "ppfppfppppfppfpfpf",
  escalate_fraud_hold: "pfpppffpfpppfpffpf",
  gift_no_account: "ppppppppfpffpfpppf",
};

export function flakesOf(run: number): Trials {
  return Object.fromEntries(
    Object.entries(flaky).map(([id, runs]) => [id, runs[run % runs.length] ?? "p"]),
  );
}

/** From the first prompt to the one that forgot about currencies. */
export const refundHistory: readonly Version[] = [
  { commit: "feat: answer refunds", runs: 5, trials: { ...early, missing_parcel: "f" } },
  { commit: "fix: look at every order of a customer", runs: 5, trials: { missing_parcel: "f" } },
  { commit: "fix: ask where a parcel is first", runs: 5, trials: {} },
  {
    commit: "refactor: shorten the system prompt",
    runs: 2,
    trials: { refund_eu_currency: "f", refund_late_window: "f" },
  },
];

/** The run that everybody looks at: five trials of each case. */
export const latestTrials: Trials = {
  refund_eu_currency: "fffff",
  refund_partial_items: "pffpp",
  refund_late_window: "fpppf",
  escalate_fraud_hold: "fffpp",
  gift_no_account: "fpfff",
  exchange_for_size: "fffff",
  refund_bank_timeout: "f",
  refund_two_orders: "ppppf",
};

/** What has not begun yet in the picture of a run that goes on. */
export const pendingCases = ["refund_shipping_fee", "double_refund_guard", "refund_closed_card"];

const every = (step: number, from: number, to: number): Trials =>
  Object.fromEntries(
    Array.from({ length: 59 }, (_, at) => at)
      .filter((at) => at >= from && at < to && at % step === 0)
      .map((at) => [
        `${["once", "twice", "thrice"][at % 3]}_d${[4, 6, 8, 10, 12, 20][at % 6]}_${at + 1}`,
        "fpf",
      ]),
  );

/** The second is the better one, and not everywhere. */
export const diceHistory: readonly Version[] = [
  {
    commit: "feat: roll dice",
    runs: 1,
    trials: { roll_then_check_primes: "f", ...every(4, 0, 58) },
  },
  { commit: "fix: check primes with the tool", runs: 1, trials: every(11, 20, 58) },
];
