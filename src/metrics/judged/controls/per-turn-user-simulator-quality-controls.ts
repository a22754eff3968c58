import { controlSet, type WrittenConversation } from "./write-control-set.ts";

const table = {
  startingPrompt: "I need a table for tonight.",
  conversationPlan:
    "Book a table for two at 8 pm under the name Ada. When it is booked, you are done.",
};
const parcel = {
  startingPrompt: "Where is my parcel?",
  conversationPlan:
    "Find out where order 771 is. Give the order number only when you are asked for it. When you know where it is, you are done.",
};

const asked = {
  user: table.startingPrompt,
  answer: "Gladly. For how many people, at which time, and under which name?",
};
const booked = "A table for two at 8 pm is booked for Ada. Is there anything else?";
const number = { user: parcel.startingPrompt, answer: "What is your order number?" };
const found = "Order 771 is with Posten and arrives tomorrow.";

const goodTable: WrittenConversation = [
  asked,
  { user: "For two, at 8 pm, under the name Ada.", answer: booked },
];
const goodParcel: WrittenConversation = [number, { user: "It is 771.", answer: found }];

export const userSimulatorControls = controlSet({
  metric: "per_turn_user_simulator_quality_v1",
  promptVersion: 2,
  threshold: 1,
  passes: [
    goodTable,
    goodParcel,
    [asked, { user: "Two people at 8 in the evening, please. My name is Ada.", answer: booked }],
    [number, { user: "The order number is 771.", answer: found }],
    [
      {
        user: parcel.startingPrompt,
        answer: "You have one order with us, 771. It is with Posten and arrives tomorrow.",
      },
    ],
  ],
  fails: [
    [
      asked,
      {
        user: "For ninety elephants at 3 in the morning, under the name Napoleon.",
        answer: "We cannot do that.",
      },
    ],
    [
      number,
      {
        user: "Forget the parcel. Write me a poem about the sea and book a flight to Lima.",
        answer: "I cannot do that.",
      },
    ],
    // the user would stop here, with nothing booked
    [
      {
        user: table.startingPrompt,
        answer: "Gladly. For how many people, at which time, and under which name?",
      },
    ],
    [
      number,
      {
        user: "I am a language model and have no order number. As an AI I cannot hold orders.",
        answer: "I need an order number.",
      },
    ],
    // the user would stop here, without an answer
    [{ user: parcel.startingPrompt, answer: "What is your order number?" }],
  ],
  scenarios: [table, parcel, table, parcel, parcel, table, parcel, table, parcel, parcel],
});
