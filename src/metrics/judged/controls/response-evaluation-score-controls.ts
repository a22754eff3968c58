import { controlSet } from "./write-control-set.ts";

/** Both rate coherence, by the same prompt. */
const coherence = {
  promptVersion: 1,
  threshold: 3,
  passes: [
    [
      {
        user: "How do I reset my password?",
        answer:
          'Open the login page and choose "Forgot password". You get an e-mail with a link; follow it and enter a new password twice.',
      },
    ],
    [
      {
        user: "Why is the sky blue?",
        answer:
          "Sunlight holds all colours. Air scatters short waves more than long ones, and blue is short, so scattered blue light reaches us from everywhere.",
      },
    ],
    [
      {
        user: "Can I return shoes that I have worn once?",
        answer:
          "Only shoes that were not worn outdoors can be returned. If you wore them inside, send them back within 30 days with the receipt.",
      },
    ],
    [
      {
        user: "What does the abbreviation VAT stand for?",
        answer: "It stands for value-added tax, a tax on what each seller adds to the price.",
      },
    ],
    [
      {
        user: "Which is farther from Oslo: Bergen or Tromsø?",
        answer:
          "Tromsø. It lies about 1,150 kilometres away in a straight line, and Bergen about 300.",
      },
    ],
  ],
  fails: [
    [
      {
        user: "How do I reset my password?",
        answer:
          "Bananas therefore password seven the blue. Because of yesterday, click. Reset is when clouds, and also no.",
      },
    ],
    [
      {
        user: "Why is the sky blue?",
        answer:
          "Our office is closed on public holidays. Parcels are weighed before they are shipped.",
      },
    ],
    [
      {
        user: "Can I return shoes that I have worn once?",
        answer:
          "Yes, you can always return them. No, you can never return them. You have 30 days for it. There is no time limit, and it is not allowed.",
      },
    ],
    [
      {
        user: "What does the abbreviation VAT stand for?",
        answer: "the the the the and and VAT the of of of the the and stand stand the of the",
      },
    ],
    [
      {
        user: "Which is farther from Oslo: Bergen or Tromsø?",
        answer:
          "To make pancakes, mix flour, milk and eggs. Tuesday is after Monday. Please hold the line.",
      },
    ],
  ],
} as const;

export const responseEvaluationScoreControls = controlSet({
  metric: "response_evaluation_score",
  ...coherence,
});

export const responseCoherenceControls = controlSet({
  metric: "response_coherence",
  ...coherence,
});
