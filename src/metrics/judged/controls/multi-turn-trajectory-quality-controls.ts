import { controlSet } from "./write-control-set.ts";

const instructions =
  "Look an order up before you say anything about it. Never ask for what the user has already said.";
const tools = ["get_order(order_id): an order", "refund(order_id): pays an order back"];
const order = ["get_order", { order_id: "8" }, { status: "delivered", total: 30 }] as const;
const other = ["get_order", { order_id: "9" }, { status: "shipped", total: 12 }] as const;
const refund = ["refund", { order_id: "8" }, { status: "paid back" }] as const;

export const trajectoryQualityControls = controlSet({
  metric: "multi_turn_trajectory_quality_v1",
  promptVersion: 1,
  threshold: 0.5,
  passes: [
    [
      {
        instructions,
        tools,
        user: "How is order 8?",
        calls: [order],
        answer: "Order 8 was delivered.",
      },
    ],
    [
      {
        instructions,
        tools,
        user: "Order 8 came broken. Pay it back, please.",
        calls: [order, refund],
        answer: "I am sorry. The 30 for order 8 are paid back.",
      },
    ],
    [
      {
        instructions,
        tools,
        user: "How is order 8?",
        calls: [order],
        answer: "Order 8 was delivered.",
      },
      { instructions, tools, user: "And what did it cost?", answer: "It cost 30." },
    ],
    [
      { instructions, tools, user: "How are my orders?", answer: "Which orders do you mean?" },
      {
        instructions,
        tools,
        user: "8 and 9.",
        calls: [order, other],
        answer: "Order 8 was delivered, order 9 is on its way.",
      },
    ],
    [{ instructions, tools, user: "Hello!", answer: "Hello! How can I help you?" }],
  ],
  fails: [
    [{ instructions, tools, user: "How is order 8?", answer: "Order 8 is lost, I think." }],
    [
      {
        instructions,
        tools,
        user: "How is order 8?",
        calls: [refund],
        answer: "I have paid order 8 back.",
      },
      {
        instructions,
        tools,
        user: "I did not ask for that!",
        calls: [refund, refund],
        answer: "I have paid it back twice more.",
      },
    ],
    [
      { instructions, tools, user: "How is order 8?", answer: "Which order?" },
      { instructions, tools, user: "Order 8.", answer: "Which order do you mean?" },
      { instructions, tools, user: "8!", answer: "Please name an order." },
    ],
    [
      {
        instructions,
        tools,
        user: "How is order 9?",
        calls: [order, order, order, order, order, order],
        answer: "Order 9 was delivered.",
      },
    ],
    [
      { instructions, tools, user: "How is order 8?", answer: "Do you like music?" },
      {
        instructions,
        tools,
        user: "Please look at order 8.",
        answer: "I prefer jazz. Orders bore me.",
      },
    ],
  ],
});
