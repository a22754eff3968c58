import { controlSet } from "./write-control-set.ts";

export const taskSuccessControls = controlSet({
  metric: "multi_turn_task_success_v1",
  promptVersion: 1,
  threshold: 0.5,
  passes: [
    [
      {
        user: "I want to move my booking 31 to Friday.",
        answer: "Booking 31 to Friday, is that right?",
      },
      {
        user: "Yes.",
        calls: [["move_booking", { booking: 31, day: "Friday" }, { status: "moved" }]],
        answer: "Booking 31 is now on Friday.",
      },
    ],
    [
      {
        user: "What is the capital of Norway, and how many people live there?",
        answer: "Oslo, with about 700,000 people.",
      },
    ],
    [
      {
        user: "Turn off the light in the kitchen.",
        calls: [["set_light", { room: "kitchen", on: false }, { on: false }]],
        answer: "The light in the kitchen is off.",
      },
      {
        user: "And in the hall.",
        calls: [["set_light", { room: "hall", on: false }, { on: false }]],
        answer: "The hall is dark too.",
      },
    ],
    [
      { user: "Send me the invoice of May.", answer: "To which address?" },
      {
        user: "ada@example.com",
        calls: [["send_invoice", { month: "May", to: "ada@example.com" }, { sent: true }]],
        answer: "The invoice of May was sent to ada@example.com.",
      },
    ],
    [
      {
        user: "Which of your lamps is the cheapest?",
        calls: [
          [
            "list_lamps",
            {},
            {
              lamps: [
                { name: "Ray", price: 20 },
                { name: "Sol", price: 50 },
              ],
            },
          ],
        ],
        answer: "Ray, for 20.",
      },
    ],
  ],
  fails: [
    [
      {
        user: "I want to move my booking 31 to Friday.",
        answer: "Booking 31 to Friday, is that right?",
      },
      {
        user: "Yes.",
        calls: [["cancel_booking", { booking: 31 }, { status: "cancelled" }]],
        answer: "Booking 31 is cancelled.",
      },
    ],
    [
      {
        user: "What is the capital of Norway, and how many people live there?",
        answer: "I would rather talk about the weather.",
      },
    ],
    [
      {
        user: "Turn off the light in the kitchen.",
        answer: "Done, the light is off.",
        tools: ["set_light(room, on): switches a light"],
      },
      {
        user: "It is still on!",
        answer: "No, it is off.",
        tools: ["set_light(room, on): switches a light"],
      },
    ],
    [
      { user: "Send me the invoice of May.", answer: "To which address?" },
      {
        user: "ada@example.com",
        calls: [
          ["send_invoice", { month: "May", to: "ada@example.com" }, { error: "no such month" }],
        ],
        answer: "The invoice was sent. Have a nice day!",
      },
    ],
    [
      {
        user: "Which of your lamps is the cheapest?",
        answer: "Lamps are wonderful. Which colour do you like?",
      },
      { user: "I only want to know the cheapest one.", answer: "Colours matter most with lamps." },
    ],
  ],
});
