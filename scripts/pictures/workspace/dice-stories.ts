import type { Call, Story } from "./story.ts";

const roll = (sides: number): Call => ["roll_die", { sides }, { result: 7 }];
const check: Call = ["check_prime", { numbers: [7, 4, 11] }, { primes: [7, 11] }];

/** Sixty cases about dice, of which some change between two versions of the agent. */
export const diceStories: readonly Story[] = [
  {
    id: "roll_then_check_primes",
    tags: ["primes"],
    turns: [
      {
        user: "Roll a 12-sided die three times. Which results are prime?",
        calls: [roll(12), roll(12), roll(12), check],
        answer: "You rolled 7, 4 and 11. 7 and 11 are prime, 4 is not.",
        wrong: {
          calls: [roll(12), roll(12), roll(12), roll(12)],
          answer: "You rolled 7, 4 and 11. 7, 4 and 11 are all prime.",
        },
      },
    ],
  },
  ...Array.from({ length: 59 }, (_, at): Story => {
    const sides = [4, 6, 8, 10, 12, 20][at % 6] ?? 6;
    const times = 1 + (at % 3);
    const rolls = Array.from({ length: times }, () => roll(sides));
    const user = `Roll a d${sides} ${["once", "twice", "three times"][at % 3]}, round ${at + 1}.`;
    return {
      id: `${["once", "twice", "thrice"][at % 3]}_d${sides}_${at + 1}`,
      tags: [`d${sides}`],
      turns: [
        {
          user,
          calls: [...rolls, check],
          answer: `You rolled ${"7, ".repeat(times)}and 7 is prime.`,
          wrong: { calls: [...rolls, roll(6)], answer: "You rolled a seven." },
        },
      ],
    };
  }),
];
