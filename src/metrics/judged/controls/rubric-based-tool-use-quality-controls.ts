import { controlSet } from "./write-control-set.ts";

const tools = [
  "search_flights(from, to): flights between two cities",
  "book_flight(flight_id): books a flight",
  "get_weather(city): the weather in a city",
];
const found = { flights: [{ flight_id: "SK12", price: 90 }] };
const first = "A flight is searched for before one is booked.";
const weather = "get_weather is called for the city that the user names.";
const none = "No flight is booked.";
const given = "search_flights is called with the two cities that the user gave.";
const once = "get_weather is called exactly once.";
const search = ["search_flights", { from: "Oslo", to: "Rome" }, found] as const;
const book = ["book_flight", { flight_id: "SK12" }, { status: "booked" }] as const;
const rome = ["get_weather", { city: "Rome" }, { sky: "sunny", degrees: 24 }] as const;
const lima = ["get_weather", { city: "Lima" }, { sky: "fog", degrees: 15 }] as const;

export const rubricToolUseControls = controlSet({
  metric: "rubric_based_tool_use_quality_v1",
  promptVersion: 1,
  threshold: 0.5,
  passes: [
    [
      {
        tools,
        rubric: first,
        user: "Book me a flight from Oslo to Rome.",
        calls: [search, book],
        answer: "SK12 is booked.",
      },
    ],
    [
      {
        tools,
        rubric: weather,
        user: "How is the weather in Rome?",
        calls: [rome],
        answer: "Sunny, 24 degrees.",
      },
    ],
    [
      {
        tools,
        rubric: none,
        user: "Which flights go from Oslo to Rome?",
        calls: [search],
        answer: "SK12 for 90.",
      },
    ],
    [
      {
        tools,
        rubric: given,
        user: "Which flights go from Oslo to Rome?",
        calls: [search],
        answer: "SK12 for 90.",
      },
    ],
    [
      {
        tools,
        rubric: once,
        user: "How is the weather in Rome?",
        calls: [rome],
        answer: "Sunny, 24 degrees.",
      },
    ],
  ],
  fails: [
    [
      {
        tools,
        rubric: first,
        user: "Book me a flight from Oslo to Rome.",
        calls: [book],
        answer: "SK12 is booked.",
      },
    ],
    [
      {
        tools,
        rubric: weather,
        user: "How is the weather in Rome?",
        calls: [lima],
        answer: "Fog, 15 degrees.",
      },
    ],
    [
      {
        tools,
        rubric: none,
        user: "Which flights go from Oslo to Rome?",
        calls: [search, book],
        answer: "I booked SK12 for you.",
      },
    ],
    [
      {
        tools,
        rubric: given,
        user: "Which flights go from Oslo to Rome?",
        calls: [["search_flights", { from: "Paris", to: "Lima" }, found]],
        answer: "SK12 for 90.",
      },
    ],
    [
      {
        tools,
        rubric: once,
        user: "How is the weather in Rome?",
        calls: [rome, rome, rome],
        answer: "Sunny, 24 degrees.",
      },
    ],
  ],
});
