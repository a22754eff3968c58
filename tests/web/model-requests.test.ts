import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import type { ModelScript } from "../../src/testing/loopback/loopback-models.ts";
import { type LoopbackModels, loopbackModels } from "../../src/testing/loopback/loopback-models.ts";
import { assay, evalSet, project } from "../cli/assay.ts";
import { bodies } from "./adk/adk-client.ts";
import { barriers } from "./barriers.ts";
import { openBlankPage, openBrowser } from "./browser.ts";
import { chatClient } from "./chats/chat-client.ts";
import { startWeb } from "./web-server.ts";

let models: LoopbackModels | undefined;

afterEach(async () => {
  await models?.close();
  models = undefined;
});

const script: ModelScript = ({ messages }) =>
  messages.at(-1)?.role === "tool"
    ? { text: "Order 17 is paid." }
    : { calls: [{ id: "a", tool: "get_order", args: { order: 17 } }] };

/** Asks a model over HTTP, with all that was said before and a key in its instructions. */
const agent = (url: string) => `
const messages = [{ role: "system", content: "You are a shop. The key is " + process.env.SHOP_API_KEY }];
const tools = [{ type: "function", function: { name: "get_order", description: "Looks an order up.", parameters: { type: "object" } } }];
export async function rootAgent(text) {
  if (text.startsWith("Thank")) messages[0] = { role: "system", content: messages[0].content + "\\nBe polite." };
  messages.push({ role: "user", content: text });
  for (;;) {
    const body = JSON.stringify({ model: "shop-model", messages, tools, temperature: 0.3 });
    const answer = await (await fetch("${url}/v1/chat/completions", { method: "POST", body })).json();
    const { message } = answer.choices[0];
    messages.push(message);
    for (const call of message.tool_calls ?? [])
      messages.push({ role: "tool", tool_call_id: call.id, content: '{"paid":true}' });
    if (!message.tool_calls) return message.content;
  }
}`;

async function workspace(): Promise<string> {
  models = await loopbackModels(script);
  return project({
    "shop/agent.mjs": agent(models.url),
    "shop/.env": "SHOP_API_KEY=sk-live-never-to-be-seen-77\n",
    "shop/orders.evalset.json": evalSet(
      { paid: { user: "Is order 17 paid?", answer: "Order 17 is paid." } },
      "orders",
    ),
  });
}

test("what the models of a chat and of a run were sent is on record, shown, exported, and has no secret", async () => {
  const cwd = await workspace();
  const web = await startWeb(cwd);
  const chats = chatClient(web);
  const chat = await chats.begin("shop");
  await chats.say(chat, "Is order 17 paid?");
  await chats.say(chat, "Thank you. And now?");
  const { page, problems } = await openBlankPage(await openBrowser(), web.link);
  await page.goto(`${web.origin}/agents/shop/chat/${chat.chatId}?pane=request`);
  const inspector = page.getByRole("complementary", { name: "Selected step" });
  await inspector.getByRole("combobox", { name: "Model call" }).selectOption("0");
  await inspector.getByText(/^You are a shop. The key is \[secret SHOP_API_KEY/).waitFor();
  await inspector.getByText("Thank you. And now?").last().waitFor();
  await inspector.getByText("Looks an order up.").waitFor();
  await inspector.getByText("temperature").waitFor();
  const mark = inspector.getByRole("region", { name: "Prompt changed" });
  await mark.getByText("Be polite.").waitFor();
  const transcript = page.getByRole("region", { name: "Transcript" });
  await transcript.getByText("of 2 lines of the instructions").waitFor();
  expect(await transcript.getByText("Prompt changed").count()).toBe(1);
  expect(await barriers(page)).toEqual([]);
  await inspector.getByRole("link", { name: "In the trace" }).click();
  await page
    .getByRole("region", { name: "Spans" })
    .getByText(/prompt changed/)
    .waitFor();
  const selected = page.getByRole("complementary", { name: "Selected span" });
  await selected.getByText(/^You are a shop/).waitFor();
  expect(await barriers(page)).toEqual([]);

  const run = await assay(["eval", "shop", "shop/orders.evalset.json", "--reporter", "json"], {
    cwd,
  });
  await page.goto(`${web.origin}/runs/latest/cases/paid/trace?set=orders`);
  const spans = page.getByRole("region", { name: "Spans" });
  await spans.getByRole("link", { name: "shop-model" }).last().click();
  await selected.getByRole("link", { name: "Request" }).click();
  await selected
    .getByText("get_order answered")
    .or(selected.getByText("A tool answered"))
    .waitFor();
  await selected.getByText(/^You are a shop/).waitFor();
  expect(problems).toEqual([]);

  await assay(["runs", "export", "latest", "--format", "otlp", "--output", "otlp.jsonl"], { cwd });
  const exported = readFileSync(join(cwd, "otlp.jsonl"), "utf8");
  expect(exported).toContain("gen_ai.system_instructions");
  expect(exported).toContain("gen_ai.tool.definitions");
  for (const kept of [exported, run.stdout, readFileSync(join(cwd, ".assay/assay.db"), "latin1")]) {
    expect(kept).not.toContain("never-to-be-seen");
  }
});

test("clients made for ADK see what a model was sent beside its answer, under the event it led to", async () => {
  const web = await startWeb(await workspace());
  const ask = bodies(web);
  await ask("POST", "/apps/shop/users/user/sessions", { sessionId: "s1" });
  const newMessage = { role: "user", parts: [{ text: "Is order 17 paid?" }] };
  const said = { appName: "shop", userId: "user", sessionId: "s1", newMessage };
  const events = (await ask("POST", "/run", said)).body as unknown as readonly { id: string }[];
  const spans = (await ask("GET", "/dev/apps/shop/debug/trace/session/s1"))
    .body as unknown as readonly {
    name: string;
    attributes: Readonly<Record<string, string>>;
  }[];
  const calls = spans.filter(({ name }) => name === "call_llm");
  const requests = calls.map(({ attributes }) =>
    JSON.parse(attributes["gcp.vertex.agent.llm_request"] ?? ""),
  );
  expect(requests).toMatchObject([
    {
      model: "shop-model",
      config: {
        system_instruction: expect.stringContaining("You are a shop."),
        temperature: 0.3,
        tools: [{ function_declarations: [{ name: "get_order" }] }],
      },
      contents: [{ role: "user", parts: [{ text: "Is order 17 paid?" }] }],
    },
    {
      contents: [
        { role: "user" },
        { role: "model", parts: [{ function_call: { name: "get_order", args: { order: 17 } } }] },
        { role: "user", parts: [{ function_response: { response: { paid: true } } }] },
      ],
    },
  ]);
  const responses = calls.map(({ attributes }) =>
    JSON.parse(attributes["gcp.vertex.agent.llm_response"] ?? ""),
  );
  expect(responses).toMatchObject([
    { content: { parts: [{ functionCall: { name: "get_order" } }] } },
    { content: { parts: [{ text: "Order 17 is paid." }] } },
  ]);
  expect(calls.map(({ attributes }) => attributes["gcp.vertex.agent.event_id"])).toEqual([
    events[0]?.id,
    events[2]?.id,
  ]);
});
