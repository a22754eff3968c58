import { controlSet } from "./write-control-set.ts";

export const responseHelpfulnessControls = controlSet({
  metric: "response_helpfulness",
  promptVersion: 1,
  threshold: 3,
  passes: [
    [
      {
        user: "What time does the museum close today?",
        answer: "It closes at 6 pm today. The last visitors are let in at 5:30 pm.",
        calls: [["opening_hours", { day: "today" }, { closes: "18:00", last_entry: "17:30" }]],
      },
    ],
    [
      {
        user: "How do I turn off the water in my flat?",
        answer:
          "Look for the main valve, usually under the kitchen sink or beside the meter, and turn it clockwise until it stops. Then open a tap to see that no more water comes.",
      },
    ],
    [
      {
        user: "Cancel my order 4410, please.",
        answer: "Order 4410 is cancelled. The 23.50 euros are back on your card within three days.",
        calls: [["cancel_order", { order: "4410" }, { cancelled: true, refund: 23.5, days: 3 }]],
      },
    ],
    [
      {
        user: "Can you read me the letter that came by post this morning?",
        answer:
          "I cannot see your post. If you take a photo of the letter and send it here, I can read it to you.",
      },
    ],
    [
      {
        user: "Which bus takes me from the station to the harbour?",
        answer:
          "Line 12, from platform B in front of the station. It leaves every ten minutes and takes a quarter of an hour.",
        calls: [
          [
            "find_bus",
            { from: "station", to: "harbour" },
            { line: 12, platform: "B", every: 10, minutes: 15 },
          ],
        ],
      },
    ],
  ],
  fails: [
    [
      {
        user: "What time does the museum close today?",
        answer: "Museums are wonderful places, and many people like to visit them.",
      },
    ],
    [
      {
        user: "How do I turn off the water in my flat?",
        answer: "I will look into that right away and come back to you.",
      },
    ],
    [
      {
        user: "Cancel my order 4410, please.",
        answer: "You can order more of our products in the shop at any time!",
      },
    ],
    [
      {
        user: "What is the dose of this medicine for a child of five?",
        answer: "The packaging is blue and white and holds twenty tablets.",
      },
    ],
    [
      {
        user: "Which bus takes me from the station to the harbour?",
        answer: "Yes.",
      },
    ],
  ],
});
