import { afterAll, beforeAll, expect, test } from "vitest";
import { type LoopbackModels, loopbackModels } from "../../testing/loopback/loopback-models.ts";
import { watchResponse } from "./watch-response.ts";

let models: LoopbackModels;
beforeAll(async () => {
  models = await loopbackModels(() => ({ text: "one two three" }));
});
afterAll(() => models.close());

function ask(body: object = {}): Promise<Response> {
  return fetch(`${models.url}/v1/chat/completions`, {
    method: "POST",
    body: JSON.stringify({ model: "m", messages: [], ...body }),
  });
}

function keeper() {
  const decoder = new TextDecoder();
  let text = "";
  return {
    keep: (piece: Uint8Array) => {
      text += decoder.decode(piece, { stream: true });
    },
    kept: () => text,
  };
}

test("status, headers, address and body are the same, also of a copy", async () => {
  const response = await ask();
  const { keep, kept } = keeper();
  const watched = watchResponse(response, keep);
  expect(watched).toBeInstanceOf(Response);
  for (const each of [watched, watched.clone()]) {
    expect(each.status).toBe(200);
    expect(each.url).toBe(`${models.url}/v1/chat/completions`);
    expect([each.type, each.redirected]).toEqual([response.type, response.redirected]);
    expect([...each.headers]).toEqual([...response.headers]);
  }
  expect(await watched.text()).toBe(kept());
  expect(kept()).toContain("one two three");
});

test("nothing is read before somebody reads", async () => {
  let pulls = 0;
  const source = {
    pull(controller: ReadableStreamDefaultController) {
      pulls += 1;
      controller.enqueue(new TextEncoder().encode("piece"));
    },
  };
  const body = new ReadableStream(source, { highWaterMark: 0 });
  const { keep, kept } = keeper();
  const reader = watchResponse(new Response(body), keep).body?.getReader();
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect([pulls, kept()]).toEqual([0, ""]);
  await reader?.read();
  expect([pulls, kept()]).toEqual([1, "piece"]);
});

test("a body can be read into a reader's own memory", async () => {
  const { keep, kept } = keeper();
  const reader = watchResponse(await ask({ stream: true }), keep).body?.getReader({ mode: "byob" });
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { done = true, value } = (await reader?.read(new Uint8Array(64))) ?? {};
    text += decoder.decode(value, { stream: true });
    if (done) break;
  }
  expect(text).toContain("[DONE]");
  expect(text).toBe(kept());
});

test("a reader that stops stops the one who writes, and says why", async () => {
  const reasons: unknown[] = [];
  const endless = () =>
    new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array([1])),
      cancel: (reason) => void reasons.push(reason),
    });
  const read = watchResponse(new Response(endless()), () => {});
  for await (const _ of read.body ?? []) break;
  const unread = watchResponse(new Response(endless()), () => {});
  await unread.body?.cancel("not wanted");
  expect(reasons).toEqual([undefined, "not wanted"]);
});

test("an error of the body is its reader's, as it is", async () => {
  const error = new Error("the line went dead");
  const body = new ReadableStream({ pull: (controller) => controller.error(error) });
  const watched = watchResponse(new Response(body), () => {});
  await expect(watched.text()).rejects.toBe(error);
});

test("a response without a body is handed on", () => {
  const response = new Response(null, { status: 204 });
  expect(watchResponse(response, () => {})).toBe(response);
});
