import { controlSet } from "./write-control-set.ts";

const stock = ["get_stock", { item: "blue lamp" }, { left: 3, shop: "Main Street" }] as const;
const moved = ["move_booking", { booking: 31, day: "Friday" }, { status: "moved" }] as const;

export const responseHelpfulnessControls = controlSet({
  metric: "response_helpfulness",
  promptVersion: 1,
  threshold: 3,
  passes: [
    [
      {
        user: "How do I change my password?",
        answer:
          "Open Settings, choose Account, then Change password. Enter the old one once and the new one twice, and save.",
      },
    ],
    [
      {
        user: "Is the blue lamp in stock?",
        calls: [stock],
        answer: "Yes, three are left in the shop in Main Street.",
      },
    ],
    [
      {
        user: "Please move booking 31 to Friday.",
        calls: [moved],
        answer: "Booking 31 is now on Friday.",
      },
    ],
    [
      {
        user: "Can I pay with a cheque?",
        answer:
          "No, cheques are not taken. You can pay by card, by transfer, or in cash at the counter.",
      },
    ],
    [
      {
        user: "How many minutes should I boil an egg so that it is hard?",
        answer: "Ten minutes from when the water boils, then put it into cold water.",
      },
    ],
  ],
  fails: [
    [
      {
        user: "How do I change my password?",
        answer: "Passwords have been used since ancient times. Many people like blue.",
      },
    ],
    [
      {
        user: "Is the blue lamp in stock?",
        calls: [],
        answer: "I will look into lamps at some point, perhaps.",
      },
    ],
    [
      {
        user: "Please move booking 31 to Friday.",
        calls: [["cancel_booking", { booking: 31 }, { status: "cancelled" }]],
        answer: "All done, booking 31 is on Friday now!",
      },
    ],
    [{ user: "Can I pay with a cheque?", answer: "Hm." }],
    [
      {
        user: "How many minutes should I boil an egg so that it is hard?",
        answer: "Put the egg into the freezer for three weeks. It needs no boiling.",
      },
    ],
  ],
});
