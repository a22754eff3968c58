import { controlSet } from "./write-control-set.ts";

const names = "The answer names a price in euros.";
const short = "The answer is no longer than one sentence.";
const apology = "The answer apologises to the user.";
const number = "The answer gives the order number that the user asked about.";
const polite = "The answer does not insult the user.";

export const rubricFinalResponseControls = controlSet({
  metric: "rubric_based_final_response_quality_v1",
  promptVersion: 1,
  threshold: 0.5,
  passes: [
    [
      {
        rubric: names,
        user: "How much is the blue lamp?",
        answer: "The blue lamp costs 35 euros.",
      },
    ],
    [{ rubric: short, user: "When do you open?", answer: "We open at nine." }],
    [
      {
        rubric: apology,
        user: "My parcel arrived broken.",
        answer: "I am very sorry about that. You get a new one tomorrow.",
      },
    ],
    [
      {
        rubric: number,
        user: "Where is order 4512?",
        answer: "Order 4512 is with the carrier and arrives on Thursday.",
      },
    ],
    [
      {
        rubric: polite,
        user: "I cannot log in.",
        answer: "Let us sort that out: which message do you see?",
      },
    ],
  ],
  fails: [
    [
      {
        rubric: names,
        user: "How much is the blue lamp?",
        answer: "The blue lamp is very affordable and comes in three sizes.",
      },
    ],
    [
      {
        rubric: short,
        user: "When do you open?",
        answer:
          "We open at nine. On Sundays we are closed. In winter it is ten. You can also ring us. We look forward to you.",
      },
    ],
    [
      {
        rubric: apology,
        user: "My parcel arrived broken.",
        answer: "Parcels break. That is not our problem.",
      },
    ],
    [{ rubric: number, user: "Where is order 4512?", answer: "It is somewhere on its way." }],
    [
      {
        rubric: polite,
        user: "I cannot log in.",
        answer: "Only an idiot like you forgets a password, you moron.",
      },
    ],
  ],
});
