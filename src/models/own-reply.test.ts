import { expect, test } from "vitest";
import { chatModel } from "./index.ts";

const request = { messages: [] };
const { signal } = new AbortController();

function answering(reply: unknown) {
  return [
    chatModel(
      async function house() {
        return reply as string;
      },
      { env: {} },
    ),
    chatModel({ id: "house", generate: async () => reply as never }, { env: {} }),
  ];
}

test("a reply that says something else to each reader is read once", async () => {
  let reads = 0;
  const reply = {
    get text() {
      reads += 1;
      return `reading ${reads}`;
    },
  };
  for (const [at, model] of answering(reply).entries()) {
    const given = await model.generate(request, signal);
    expect([given.text, given.text]).toEqual([`reading ${at + 1}`, `reading ${at + 1}`]);
    expect(given.finish).toBe("stop");
  }
});

test("a reply that ended in a way that there is not is none", async () => {
  for (const model of answering({ text: "valid", finish: "refused" })) {
    await expect(model.generate(request, signal)).rejects.toThrow(
      /house gave the finish "refused"; "stop", "length", "refusal" or "other" was expected\./,
    );
  }
});

test("a reply keeps its tokens and the name of its model, and nothing else", async () => {
  const usage = { input: 900, output: 80, cached: 3 };
  const reply = { text: "valid", finish: "length", usage, model: "house-2", verdict: "valid" };
  for (const model of answering(reply)) {
    expect(await model.generate(request, signal)).toEqual({
      ...{ text: "valid", finish: "length" },
      ...{ usage, model: "house-2" },
    });
  }
});
