import { expect, test } from "vitest";
import type { ChatModel, ModelCall } from "../../core/chat-model.ts";
import type { RunEvent } from "../../core/run.ts";
import { acknowledgements } from "./acknowledgements.ts";
import { journaledCalls } from "./call-journal.ts";
import { callKeyOf } from "./call-key.ts";

const model: ChatModel = { id: "m", generate: () => Promise.reject(new Error("not called")) };
const key = { evalSetId: "s", evalId: "a", trial: 0, index: 0 };
const signal = new AbortController().signal;

function aCall(overrides: Partial<ModelCall> = {}): ModelCall {
  const request = { messages: [{ role: "user", text: "Is it open?" }] } as const;
  return { role: "judge", model, request, turn: 0, step: "metric", sample: 0, ...overrides };
}

test("a reply is journaled, and a journaled call is not issued again", async () => {
  const events: RunEvent[] = [];
  let issued = 0;
  const issue = async () => {
    issued += 1;
    return { text: "yes", finish: "stop" } as const;
  };
  const emit = (event: RunEvent) => void events.push(event);
  await journaledCalls({ runId: "r", key, emit, issue })(aCall(), signal);
  const [event] = events;
  if (event?.type !== "call-end") throw new Error("a call-end was expected");
  const finished = new Map([[event.callKey, event.reply]]);
  const again = await journaledCalls({ runId: "r", key, finished, emit, issue })(aCall(), signal);
  expect(again.text).toBe("yes");
  expect(issued).toBe(1);
  expect(events).toHaveLength(1);
});

test("a failed call leaves nothing behind, so that a resume issues it again", async () => {
  const events: RunEvent[] = [];
  const issue = () => Promise.reject(new Error("down"));
  const ask = journaledCalls({ runId: "r", key, emit: (event) => void events.push(event), issue });
  await expect(ask(aCall(), signal)).rejects.toThrow("down");
  expect(events).toEqual([]);
});

test("another sample, trial, turn or prompt is another call; another key order is not", () => {
  const base = callKeyOf(key, aCall());
  const others = [
    callKeyOf(key, aCall({ sample: 1 })),
    callKeyOf({ ...key, trial: 1 }, aCall()),
    callKeyOf(key, aCall({ turn: 1 })),
    callKeyOf(key, aCall({ request: { messages: [{ role: "user", text: "Is it shut?" }] } })),
  ];
  expect(new Set([base, ...others]).size).toBe(5);
  const reordered = { messages: [{ text: "Is it open?", role: "user" }] } as const;
  expect(callKeyOf(key, aCall({ request: reordered }))).toBe(base);
});

test("a reply is handed back only when it is in the journal for good", async () => {
  const journal = acknowledgements({ flush: async () => {} });
  const events: RunEvent[] = [];
  const ask = journaledCalls({
    runId: "r",
    key,
    emit: (event) => void events.push(event),
    durable: journal.wait,
    issue: async () => ({ text: "yes", finish: "stop" }),
  });
  let isBack = false;
  const asked = ask(aCall(), signal).then(() => {
    isBack = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(isBack).toBe(false);
  const [event] = events;
  if (event === undefined) throw new Error("a call-end was expected");
  journal.committed(event);
  await asked;
  expect(isBack).toBe(true);
});

test("a run that is stopped does not wait for its journal", async () => {
  const controller = new AbortController();
  const ask = journaledCalls({
    runId: "r",
    key,
    emit: () => {},
    durable: acknowledgements({ flush: async () => {} }).wait,
    issue: async () => ({ text: "yes", finish: "stop" }),
  });
  const asked = ask(aCall(), controller.signal);
  setTimeout(() => controller.abort(), 5);
  await expect(asked).rejects.toThrow("was stopped");
});

test("the same call twice in one conversation is paid for once", async () => {
  let issued = 0;
  const issue = async () => {
    issued += 1;
    return { text: "yes", finish: "stop" } as const;
  };
  const ask = journaledCalls({ runId: "r", key, emit: () => {}, issue });
  await ask(aCall(), signal);
  await ask(aCall(), signal);
  await ask(aCall({ sample: 1 }), signal);
  expect(issued).toBe(2);
});
