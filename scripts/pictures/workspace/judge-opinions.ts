import type { Opinion } from "./scripted-judge.ts";

/** By a part of what the judge is shown. */
export const judgeOpinions: ReadonlyMap<string, Opinion> = new Map([
  [
    "refunded 49.90 USD to your original card",
    {
      wrongVotes: 3,
      rationale: "The amount and the currency contradict the reference.",
    },
  ],
  ["69.00 USD", { wrongVotes: 4, rationale: "It refunds both lamps; the reference refunds one." }],
  ["store credit for you", { wrongVotes: 5, rationale: "The reference refuses; this pays." }],
  [
    "Your refund will arrive",
    {
      wrongVotes: 3,
      rationale:
        "It says the refund will arrive. The case was handed to a person, who may refuse it.",
    },
  ],
  [
    '"currency":"USD"',
    { wrongVotes: 5, rationale: "create_refund was sent USD; the payment was in EUR." },
  ],
  ["Zwróciłem", { wrongVotes: 1, unreadable: 3, rationale: "The amount is the same." }],
  ["Fine, the money", { wrongVotes: 5, rationale: "It promises money to somebody who threatens." }],
]);
