import {
  agentOf,
  modelOf,
  type SentSpan,
  sendTrace,
  text,
  toolOf,
} from "../../../tests/web/otlp-sender.ts";

interface Session {
  readonly agent: string;
  readonly user: string;
  readonly answer: string;
  readonly tools: readonly (readonly [name: string, args: object, error?: string])[];
  /** Without messages, as instrumentation sends unless it is told otherwise. */
  readonly isSilent?: boolean;
}

const sessions: readonly Session[] = [
  {
    agent: "home_automation",
    user: "Set the bathroom to 70.",
    answer: "The bathroom is set to 70 °C.",
    tools: [["set_temperature", { room: "bathroom", celsius: 70 }, "70 is outside 5 to 30"]],
  },
  {
    agent: "home_automation",
    user: "What is the temperature in the nursery?",
    answer: "It is 20.5 °C in the nursery.",
    tools: [["get_device", { room: "nursery" }]],
  },
  {
    agent: "dice_primes",
    user: "Roll a d6 until you get a prime.",
    answer: "The second roll, a 5, is prime.",
    tools: [
      ["roll_die", { sides: 6 }],
      ["check_prime", { number: 4 }],
      ["roll_die", { sides: 6 }],
      ["check_prime", { number: 5 }],
    ],
  },
  {
    agent: "support_desk",
    user: "My lamp arrived in two pieces.",
    answer: "I could not look up your order.",
    tools: [
      ["find_customer", { email: "customer@example.com" }],
      ["get_order", { order_id: "A-1042" }, "no answer in 30 s"],
    ],
  },
  {
    agent: "dice_primes",
    user: "Is 91 prime?",
    answer: "No, 91 is 7 times 13.",
    tools: [["check_prime", { number: 91 }]],
  },
  { agent: "support_desk", user: "", answer: "", tools: [["list_orders", {}]], isSilent: true },
  {
    agent: "home_automation",
    user: "Set the bedroom to 18 degrees.",
    answer: "The bedroom is set to 18 °C. It is 20.5 °C now.",
    tools: [
      ["get_device", { room: "bedroom" }],
      ["set_temperature", { id: "th-2", celsius: 18 }],
    ],
  },
  {
    agent: "home_automation",
    user: "Make it warmer in here.",
    answer: "It is 22 °C now.",
    tools: Array.from({ length: 3 }, () => ["set_temperature", { celsius: 22 }] as const),
  },
];

/** What agents sent while nobody looked, and one long conversation to look at. */
export async function sendSessions(receiver: string): Promise<void> {
  for (const session of sessions) await sendTrace(receiver, spansOf(session));
  await sendTrace(receiver, longTrace);
}

function spansOf({ agent, user, answer, tools, isSilent }: Session): readonly SentSpan[] {
  const question = isSilent ? undefined : [text("user", user)];
  const reply = isSilent ? undefined : [text("assistant", answer)];
  const end = 900 + tools.length * 700;
  return [
    { id: "root", from: 0, to: end, attributes: agentOf(agent) },
    { id: "ask", parent: "root", from: 10, to: 600, attributes: modelOf(question) },
    ...tools.map(
      ([name, args, error], at): SentSpan => ({
        id: `t${at}`,
        parent: "root",
        from: 620 + at * 700,
        to: 900 + at * 700,
        attributes: toolOf(name, args),
        ...(error !== undefined && { error }),
      }),
    ),
    { id: "say", parent: "root", from: end - 250, to: end, attributes: modelOf(question, reply) },
  ];
}

const instructions = text("system", "You are refund_agent. You refund orders of one shop.");
const changed = text(
  "system",
  "You are refund_agent. You refund orders of one shop.\nRates come from: close of 14 November.",
);
const asked = text("user", "Order A-1042. I paid in euros. Can you refund the headphones?");

/** A model call and the tool that it calls, one after the other. */
function pairs(parent: string, from: number, tools: readonly string[]): readonly SentSpan[] {
  return tools.flatMap((name, at): readonly SentSpan[] => {
    const begin = from + at * 1000;
    return [
      {
        id: `${parent}m${at}`,
        parent,
        from: begin,
        to: begin + 680,
        attributes: modelOf([instructions, asked]),
      },
      {
        id: `${parent}t${at}`,
        parent,
        from: begin + 700,
        to: begin + 960,
        attributes: toolOf(name, { order_id: "A-1042" }),
      },
    ];
  });
}

const longTrace: readonly SentSpan[] = [
  { id: "http", name: "POST /chat", from: 0, to: 12_400 },
  { id: "desk", parent: "http", from: 10, to: 12_300, attributes: agentOf("support_desk") },
  ...pairs("desk", 20, ["find_customer", "list_orders", "get_order", "get_payment"]),
  { id: "ref", parent: "desk", from: 4100, to: 12_200, attributes: agentOf("refund_agent") },
  ...pairs("ref", 4200, ["check_refund_policy"]),
  {
    id: "rate1",
    parent: "ref",
    from: 5300,
    to: 7300,
    attributes: toolOf("convert_currency", { amount: 49.9, from: "USD", to: "EUR" }),
    error: "503, no live rate",
  },
  { id: "cache", parent: "rate1", name: "rate_cache.lookup", from: 5400 },
  {
    id: "again",
    parent: "ref",
    from: 7350,
    to: 8050,
    attributes: modelOf([changed, asked]),
  },
  {
    id: "rate2",
    parent: "ref",
    from: 8100,
    to: 8400,
    attributes: toolOf("convert_currency", { amount: 49.9, date: "2026-11-14" }),
  },
  ...pairs("ref", 8500, ["create_refund", "send_email"]).map((span) => ({
    ...span,
    id: `late-${span.id.slice(3)}`,
  })),
  {
    id: "answer",
    parent: "ref",
    from: 11_300,
    to: 12_150,
    attributes: modelOf(
      [changed, asked],
      [text("assistant", "Done. I have refunded 46.21 EUR to the card you paid with.")],
    ),
  },
];
