import { controlSet } from "./write-control-set.ts";

const tools = [
  "convert(amount, from, to): an amount in another currency",
  "send_money(to, amount): sends money",
  "balance(): the money on the account",
];

export const toolUseQualityControls = controlSet({
  metric: "multi_turn_tool_use_quality_v1",
  promptVersion: 1,
  threshold: 0.5,
  passes: [
    [
      {
        tools,
        user: "What are 100 euros in kroner?",
        calls: [["convert", { amount: 100, from: "EUR", to: "NOK" }, { amount: 1170 }]],
        answer: "1,170 kroner.",
      },
    ],
    [
      {
        tools,
        user: "How much do I have?",
        calls: [["balance", {}, { amount: 250 }]],
        answer: "You have 250.",
      },
    ],
    [
      { tools, user: "Send money to Ada.", answer: "How much?" },
      {
        tools,
        user: "20.",
        calls: [["send_money", { to: "Ada", amount: 20 }, { status: "sent" }]],
        answer: "20 are on their way to Ada.",
      },
    ],
    [{ tools, user: "Thank you, that was all.", answer: "You are welcome." }],
    [
      {
        tools,
        user: "Can I send 300 to Ada?",
        calls: [["balance", {}, { amount: 250 }]],
        answer: "No, you have 250.",
      },
      {
        tools,
        user: "Then send 200.",
        calls: [["send_money", { to: "Ada", amount: 200 }, { status: "sent" }]],
        answer: "200 are on their way to Ada.",
      },
    ],
  ],
  fails: [
    [
      {
        tools,
        user: "What are 100 euros in kroner?",
        calls: [["convert", { amount: 7, from: "USD", to: "JPY" }, { amount: 1050 }]],
        answer: "1,050 kroner.",
      },
    ],
    [
      {
        tools,
        user: "How much do I have?",
        calls: [["send_money", { to: "Bob", amount: 250 }, { status: "sent" }]],
        answer: "You had 250.",
      },
    ],
    [
      {
        tools,
        user: "Send money to Ada.",
        calls: [["send_money", { to: "Eve", amount: 9999 }, { error: "not enough money" }]],
        answer: "The money was sent to Ada.",
      },
    ],
    [
      {
        tools,
        user: "Thank you, that was all.",
        calls: [
          ["send_money", { to: "Ada", amount: 50 }, { status: "sent" }],
          ["send_money", { to: "Ada", amount: 50 }, { status: "sent" }],
        ],
        answer: "You are welcome.",
      },
    ],
    [{ tools, user: "Can I send 300 to Ada?", answer: "Your balance is exactly 412.50, so yes." }],
  ],
});
