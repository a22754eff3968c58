import { describe, expect, test } from "vitest";
import { textContent } from "../../core/content.ts";
import { messageOf } from "./ai-sdk-messages.ts";

const say = (text: string) => ({ text, content: textContent("user", text) });
const approval = { toolCallId: "d", toolName: "delete_files", approvalId: "aitxt-1" };

describe("a message to an AI SDK agent", () => {
  test("is the user's text", () => {
    expect(messageOf(say("hello"), [])).toEqual({ role: "user", content: "hello" });
  });

  test("carries the user's files", () => {
    const parts = [
      { text: "what is this" },
      { inlineData: { data: "aGk=", mimeType: "image/png" } },
      { fileData: { fileUri: "https://example.com/a.pdf", mimeType: "application/pdf" } },
    ];
    const input = { text: "what is this", content: { role: "user", parts } };
    expect(messageOf(input, []).content).toEqual([
      { type: "text", text: "what is this" },
      { type: "file", data: "aGk=", mediaType: "image/png" },
      { type: "file", data: new URL("https://example.com/a.pdf"), mediaType: "application/pdf" },
    ]);
  });

  test.each([
    ["Yes, please", true],
    ["ok", true],
    ["Go ahead!", true],
    ["no", false],
    ["not yes", false],
    ["Yesterday I said otherwise", false],
  ])("answers an approval: %s", (text, approved) => {
    expect(messageOf(say(text), [approval])).toEqual({
      role: "tool",
      content: [{ type: "tool-approval-response", approvalId: "aitxt-1", approved, reason: text }],
    });
  });

  test.each([
    [true, true],
    [{ confirmed: true }, true],
    [{ approved: false }, false],
    [null, false],
  ])("answers an approval by the call's id: %j", (value, approved) => {
    expect(messageOf({ answer: { id: "d", value } }, [approval])).toEqual({
      role: "tool",
      content: [{ type: "tool-approval-response", approvalId: "aitxt-1", approved }],
    });
  });

  test("is the result of a tool that waits for one", () => {
    const waiting = { toolCallId: "q", toolName: "ask_user" };
    const output = { type: "json", value: { colour: "red" } };
    expect(messageOf({ answer: { id: "q", value: { colour: "red" } } }, [waiting])).toEqual({
      role: "tool",
      content: [{ type: "tool-result", toolCallId: "q", toolName: "ask_user", output }],
    });
  });
});
