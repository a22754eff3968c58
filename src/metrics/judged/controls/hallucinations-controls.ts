import { controlSet } from "./write-control-set.ts";

const instructions = "You answer questions about orders by what the tools say.";
const tools = ["get_order(order_id): status, carrier and day of an order"];
const shipped = [
  "get_order",
  { order_id: "771" },
  { status: "shipped", carrier: "Posten", day: "Monday" },
] as const;
const waiting = [
  "get_order",
  { order_id: "802" },
  { status: "waiting for payment", total: 40 },
] as const;

export const hallucinationsControls = controlSet({
  metric: "hallucinations_v1",
  promptVersion: 1,
  threshold: 0.5,
  passes: [
    [
      {
        instructions,
        tools,
        user: "Where is order 771?",
        calls: [shipped],
        answer: "Order 771 was shipped with Posten on Monday.",
      },
    ],
    [
      {
        instructions,
        tools,
        user: "What about order 802?",
        calls: [waiting],
        answer: "Order 802 is waiting for payment. Its total is 40.",
      },
    ],
    [
      {
        instructions,
        tools,
        user: "My name is Ada. Which carrier has order 771?",
        calls: [shipped],
        answer: "Posten has order 771, Ada.",
      },
    ],
    [
      {
        instructions,
        tools,
        user: "Was order 771 shipped on a Monday?",
        calls: [shipped],
        answer: "Yes, order 771 was shipped on Monday.",
      },
    ],
    [
      {
        instructions,
        tools,
        user: "How much do I owe for order 802?",
        calls: [waiting],
        answer: "You owe 40 for order 802.",
      },
    ],
  ],
  fails: [
    [
      {
        instructions,
        tools,
        user: "Where is order 771?",
        calls: [shipped],
        answer: "Order 771 is still being packed in our warehouse in Madrid.",
      },
    ],
    [
      {
        instructions,
        tools,
        user: "What about order 802?",
        calls: [waiting],
        answer: "Order 802 was delivered to your neighbour at noon yesterday.",
      },
    ],
    [
      {
        instructions,
        tools,
        user: "My name is Ada. Which carrier has order 771?",
        calls: [shipped],
        answer: "A drone of the navy carries order 771.",
      },
    ],
    [
      {
        instructions,
        tools,
        user: "Was order 771 shipped on a Monday?",
        calls: [shipped],
        answer: "No, order 771 was shipped on Friday by a taxi driver named Bob.",
      },
    ],
    [
      {
        instructions,
        tools,
        user: "How much do I owe for order 802?",
        calls: [waiting],
        answer: "Order 802 was free because you won our lottery.",
      },
    ],
  ],
});
