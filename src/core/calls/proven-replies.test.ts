import { expect, test } from "vitest";
import type { ChatModel, ChatReply, ModelCall } from "../chat-model.ts";
import { prove, provenReply } from "./proven-replies.ts";

const generate = () => Promise.reject(new Error("not asked"));
const apart: ChatModel = { id: "judge", isApart: true, generate };
const callOf = (text: string, model = apart): ModelCall => ({
  role: "judge",
  model,
  request: { messages: [{ role: "user", text }] },
  turn: 0,
  step: "match",
  sample: 0,
});
const reply = (text: string): ChatReply => ({ text, finish: "stop" });

test("the answer to a request is taken for that request only", () => {
  const asked = callOf("Is it right?");
  const answer = prove(reply("invalid"), asked.request);
  expect(provenReply(asked, answer)).toBe(answer);
  expect(() => provenReply(callOf("Is another right?"), answer)).toThrow(
    "put another in its place",
  );
});

test("a copy, a forgery and what was changed afterwards are not taken", () => {
  const asked = callOf("Is it right?");
  const answer = prove(reply("invalid"), asked.request);
  expect(() => provenReply(asked, { ...answer })).toThrow("put another in its place");
  expect(() => provenReply(asked, reply("valid"))).toThrow("put another in its place");
  expect(() => Object.assign(answer, { text: "valid" })).toThrow(TypeError);
});

test("code of the user's proves nothing", () => {
  const answer = reply("valid");
  expect(provenReply(callOf("Is it right?", { id: "own", generate }), answer)).toBe(answer);
});
