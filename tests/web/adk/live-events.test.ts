import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { project } from "../../cli/assay.ts";
import { startWeb } from "../web-server.ts";
import { bodies } from "./adk-client.ts";

/** Says something, looks two things up at once, waits until it is let go on, and answers in pieces. */
const agent = `
import { existsSync } from "node:fs";
export async function* rootAgent(text, { turn }) {
  turn.text("Let me look.");
  turn.usage({ input: 5, output: 2 }, { model: "m" });
  turn.call("1", "look_up", { city: "Oslo" });
  turn.call("2", "look_up", { city: "Lima" });
  while (!existsSync("go")) await new Promise((done) => setTimeout(done, 20));
  turn.result("1", "look_up", { output: { celsius: 4 } });
  turn.result("2", "look_up", { output: { celsius: 24 } });
  yield "It is 4 ";
  yield "and 24 degrees.";
  turn.usage({ input: 9, output: 4 }, { model: "m" });
}`;

type Event = Readonly<Record<string, unknown>>;

test.each([{ streaming: false }, { streaming: true }])(
  "steps are told while a turn goes on, as the session has them later: %j",
  async ({ streaming }) => {
    const cwd = project({ "desk/agent.mjs": agent });
    const web = await startWeb(cwd);
    const ask = bodies(web);
    await ask("POST", "/apps/desk/users/user/sessions", { sessionId: "s1" });
    const newMessage = { role: "user", parts: [{ text: "Oslo and Lima?" }] };
    const said = { appName: "desk", userId: "user", sessionId: "s1", newMessage, streaming };
    const { body } = await web.post("/run_sse", said);
    const told: Event[] = [];
    let text = "";
    let isLetGo = false;
    for await (const chunk of (body as ReadableStream<Uint8Array>).pipeThrough(
      new TextDecoderStream() as never,
    ) as AsyncIterable<string>) {
      text += chunk;
      const whole = text.split("\n\n");
      text = whole.pop() ?? "";
      told.push(...whole.map((each) => JSON.parse(each.replace(/^data: /, "")) as Event));
      if (isLetGo || told.length < 2) continue;
      // the agent waits for this
      isLetGo = true;
      expect(told).toMatchObject([
        { content: { parts: [{ text: "Let me look." }] }, usageMetadata: { promptTokenCount: 5 } },
        {
          content: {
            parts: [
              { functionCall: { name: "look_up", args: { city: "Oslo" } } },
              { functionCall: { args: { city: "Lima" } } },
            ],
          },
        },
      ]);
      writeFileSync(join(cwd, "go"), "");
      writeFileSync(join(cwd, "desk/go"), "");
    }
    expect(isLetGo).toBe(true);
    const partial = told.filter((event) => event.partial === true);
    expect(partial.length > 0).toBe(streaming);
    const spoken = partial.map(({ content }) => (content as { parts: { text: string }[] }).parts);
    if (streaming)
      expect(
        spoken
          .flat()
          .map((part) => part.text)
          .join(""),
      ).toMatch(/^It is 4 and 24 /);
    const whole = told.filter((event) => event.partial !== true);
    const { events } = (await ask("GET", "/apps/desk/users/user/sessions/s1")).body as unknown as {
      events: readonly Event[];
    };
    const shape = ({ id, author, content }: Event) => ({ id, author, content });
    expect(whole.map(shape)).toEqual(events.slice(1).map(shape));
  },
);
