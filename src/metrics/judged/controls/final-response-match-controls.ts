import { controlSet } from "./write-control-set.ts";

export const finalResponseMatchControls = controlSet({
  metric: "final_response_match_v2",
  promptVersion: 1,
  threshold: 0.5,
  passes: [
    [
      {
        user: "When does the museum open on Sundays?",
        reference: "It opens at 10 in the morning on Sundays.",
        answer: "On Sundays the museum opens at 10:00 am.",
      },
    ],
    [
      {
        user: "How much is the annual plan?",
        reference: "The annual plan costs 120 euros.",
        answer: "You pay 120 € a year for the annual plan, which is 10 € a month.",
      },
    ],
    [
      {
        user: "Which cities does line 4 serve?",
        reference: "Line 4 serves Bergen, Voss and Oslo.",
        answer: "Line 4 stops in:\n- Oslo\n- Voss\n- Bergen",
      },
    ],
    [
      {
        user: "Is order 771 on its way?",
        reference: "Yes, order 771 was shipped on Monday.",
        answer: "It is: order 771 left our warehouse on Monday.",
      },
    ],
    [
      {
        user: "What is 15 percent of 80?",
        reference: "12",
        answer: "15 percent of 80 is 12.",
      },
    ],
  ],
  fails: [
    [
      {
        user: "When does the museum open on Sundays?",
        reference: "It opens at 10 in the morning on Sundays.",
        answer: "On Sundays the museum opens at 2 in the afternoon.",
      },
    ],
    [
      {
        user: "How much is the annual plan?",
        reference: "The annual plan costs 120 euros.",
        answer: "Thank you for your interest! Which plan would you like to know more about?",
      },
    ],
    [
      {
        user: "Which cities does line 4 serve?",
        reference: "Line 4 serves Bergen, Voss and Oslo.",
        answer: "Line 4 serves Stockholm and Malmö only.",
      },
    ],
    [
      {
        user: "Is order 771 on its way?",
        reference: "Yes, order 771 was shipped on Monday.",
        answer: "No, order 771 was cancelled and will not be shipped.",
      },
    ],
    [
      {
        user: "What is 15 percent of 80?",
        reference: "12",
        answer: "15 percent of 80 is 120.",
      },
    ],
  ],
});
