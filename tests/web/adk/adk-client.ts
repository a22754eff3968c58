import { project } from "../../cli/assay.ts";
import type { WebServer } from "../web-server.ts";

const agent = `
export const rootAgent = {
  name: "desk",
  instruction: "Help {customer}.",
  tools: [{ name: "look_up", description: "Finds an order." }],
  start({ state }) {
    return {
      state: () => state,
      async send({ text }, turn) {
        state.last = text;
        if (text === "break") throw new Error("away");
        turn.call("c1", "look_up", { text });
        turn.result("c1", "look_up", { output: { found: 1 } });
        turn.usage({ input: 9, output: 4 }, { model: "scripted" });
        return "You said " + text;
      },
    };
  },
};`;

export function workspace(more: Readonly<Record<string, unknown>> = {}): string {
  return project({ "desk/agent.mjs": agent, "secret.json": { key: "SECRET" }, ...more });
}

export const dev = "/dev/apps/desk";
export const session = "/apps/desk/users/user/sessions/s1";

export function bodies(web: WebServer) {
  return async (method: string, path: string, body?: unknown) => {
    const answer = await web.ask(path, {
      method,
      ...(body !== undefined && {
        body: JSON.stringify(body),
        headers: { "Content-Type": "application/json" },
      }),
    });
    const text = await answer.text();
    return { status: answer.status, text, body: JSON.parse(text || "null") as never };
  };
}

/** One session with one turn. */
export async function spoken(web: WebServer, text = "hello") {
  const ask = bodies(web);
  await ask("POST", "/apps/desk/users/user/sessions", { sessionId: "s1", state: { a: 1 } });
  const newMessage = { role: "user", parts: [{ text }] };
  return await ask("POST", "/run", {
    appName: "desk",
    userId: "user",
    sessionId: "s1",
    newMessage,
  });
}
