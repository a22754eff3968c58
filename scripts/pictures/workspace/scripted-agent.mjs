// the agent of the pictures: plays its part in script.json, and needs neither key nor network
import { existsSync, readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";

const {
  stories,
  trials,
  pace: usual,
  gate,
} = JSON.parse(readFileSync(new URL("script.json", import.meta.url), "utf8"));

const begun = new Map();
const outcomes = new Map();

/** Which trial of a case this conversation is, by how many began before it. */
function failsIn(story, session) {
  if (!outcomes.has(session)) {
    const trial = begun.get(story.id) ?? 0;
    begun.set(story.id, trial + 1);
    const told = trials[story.id] ?? "p";
    outcomes.set(session, told[trial % told.length] === "f");
  }
  return outcomes.get(session);
}

async function opened({ id }) {
  while (gate?.cases.includes(id) && !existsSync(gate.file)) await setTimeout(50);
}

/** What the model is told; once a live rate was not to be had, it is told to take the last close. */
function promptOf(author, hasFailed) {
  return [
    `You are ${author}. You look after the orders of one shop.`,
    "Check the policy before any refund.",
    "Refund in the currency of the payment, never in that of the shop.",
    `Rates come from: ${hasFailed ? "close of 14 November" : "live"}.`,
    "Say what you did in two sentences, with the amount and when it arrives.",
  ].join("\n");
}

const tools = ["get_order", "check_refund_policy", "convert_currency", "create_refund"].map(
  (name) => ({
    type: "function",
    function: { name, description: `${name.replaceAll("_", " ")}.`, parameters: {} },
  }),
);

function storyOf(text, history) {
  const first = history.find(({ role }) => role === "user")?.content ?? text;
  return stories.find(({ turns }) => turns[0].user === first);
}

export async function* rootAgent(text, { turn, history, id, state, signal }) {
  const story = storyOf(text, history);
  const part = story?.turns.find(({ user }) => user === text);
  if (part === undefined) return "I can help with orders and refunds. What is the order number?";
  await opened(story);
  const wrong = failsIn(story, id) ? part.wrong : undefined;
  const { pace = usual } = story;
  let tokens = 480 + text.length;
  let number = 0;
  let hasFailed = false;
  const messages = [...history, { role: "user", content: text }];
  const ask = async (origin) => {
    const milliseconds = Math.round((600 + (tokens % 300)) * pace);
    await setTimeout(milliseconds);
    const system = promptOf(origin?.author ?? "support_desk", hasFailed);
    turn.usage(
      { input: tokens, output: 52 },
      {
        model: "gemini-2.5-flash",
        milliseconds,
        request: { messages: [{ role: "system", content: system }, ...messages], tools },
        ...origin,
      },
    );
    tokens += 140;
  };
  for (const [tool, args, result, author] of wrong?.calls ?? part.calls ?? []) {
    const origin = author && { author };
    await ask(origin);
    const call = String(++number);
    hasFailed ||= typeof result === "string";
    messages.push({ role: "assistant", content: `${tool} ${JSON.stringify(args)}` });
    turn.call(call, tool, args, origin);
    if (wrong?.hangs === tool) await setTimeout(600_000, undefined, { signal });
    await setTimeout((200 + ((number * 370) % 900)) * pace);
    turn.result(
      call,
      tool,
      typeof result === "string" ? { error: result } : { output: result },
      origin,
    );
  }
  await ask();
  state.asked = (state.asked ?? 0) + 1;
  for (const word of (wrong?.answer ?? part.answer).split(/(?<= )/)) {
    if (pace > 0.5) await setTimeout(60);
    yield word;
  }
}
