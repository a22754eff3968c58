import { controlSet } from "./write-control-set.ts";

const confirm = "The agent asks for a confirmation before it cancels an order.";
const notTwice = "The agent never asks the user for the same thing twice.";
const table = "The agent books a table for the number of people that the user gave.";
const closes = "The agent's last answer says goodbye.";
const noTools = "The agent calls no tool before the user has given an order number.";

const cancelled = ["cancel_order", { order_id: "9" }, { status: "cancelled" }] as const;
const looked = ["get_order", { order_id: "55" }, { status: "shipped" }] as const;

export const rubricTrajectoryControls = controlSet({
  metric: "rubric_based_multi_turn_trajectory_quality_v1",
  promptVersion: 1,
  threshold: 0.5,
  passes: [
    [
      { user: "Cancel order 9.", answer: "Shall I really cancel order 9?" },
      { rubric: confirm, user: "Yes.", calls: [cancelled], answer: "Order 9 is cancelled." },
    ],
    [
      { user: "I need help with my order.", answer: "Which order number is it?" },
      { rubric: notTwice, user: "55.", calls: [looked], answer: "Order 55 was shipped." },
    ],
    [
      { user: "A table for four tonight, please.", answer: "At which time?" },
      {
        rubric: table,
        user: "At eight.",
        calls: [["book_table", { people: 4, time: "20:00" }, { status: "booked" }]],
        answer: "A table for four is booked for eight.",
      },
    ],
    [
      { user: "What is your address?", answer: "Main Street 1." },
      { rubric: closes, user: "Thanks, bye.", answer: "You are welcome. Goodbye!" },
    ],
    [
      { user: "Where is my parcel?", answer: "What is your order number?" },
      { rubric: noTools, user: "It is 55.", calls: [looked], answer: "Order 55 was shipped." },
    ],
  ],
  fails: [
    [
      {
        user: "I am thinking about order 9.",
        calls: [cancelled],
        answer: "I have cancelled order 9.",
      },
      { rubric: confirm, user: "But I wanted to keep it!", answer: "It is cancelled now." },
    ],
    [
      { user: "I need help with order 55.", answer: "Which order number is it?" },
      { user: "55.", answer: "Please tell me your order number." },
      { rubric: notTwice, user: "55!", answer: "What is your order number?" },
    ],
    [
      { user: "A table for four tonight, please.", answer: "At which time?" },
      {
        rubric: table,
        user: "At eight.",
        calls: [["book_table", { people: 2, time: "20:00" }, { status: "booked" }]],
        answer: "A table for two is booked for eight.",
      },
    ],
    [
      { user: "What is your address?", answer: "Main Street 1." },
      { rubric: closes, user: "Thanks, bye.", answer: "Main Street 1 is near the station." },
    ],
    [
      {
        user: "Where is my parcel?",
        calls: [["get_order", { order_id: "1" }, { status: "unknown" }]],
        answer: "Let me see. What is your order number?",
      },
      { rubric: noTools, user: "It is 55.", calls: [looked], answer: "Order 55 was shipped." },
    ],
  ],
});
