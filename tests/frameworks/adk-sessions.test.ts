import { setTimeout as wait } from "node:timers/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { contractAgent } from "./adk-contract.ts";
import {
  invocationOf,
  lines,
  loadAdk,
  needed,
  scriptedAgent,
  talk,
  tokensOf,
  wrapped,
} from "./adk-conversation.ts";
import { researchers } from "./adk-researchers.ts";
import { type Adk, calls, make, type Script, says, scriptedTool } from "./adk-scripted.ts";

let adk: Adk;
beforeAll(async () => {
  adk = await loadAdk();
}, 600_000);

describe("the session state", () => {
  test("begins as given, in all its scopes but the temporary one", async () => {
    const reader = agent(
      "reader",
      (_, results) => (results.length === 0 ? calls("write", {}, "w") : says("ok")),
      {
        instruction: "{plain} {user:name} {app:title}",
        tools: [
          scriptedTool(adk, "write", (_, { state }) => {
            const seen = ["plain", "user:name", "app:title", "temp:x"].map((key) => state.get(key));
            state.set("user:name", "Grace");
            state.set("app:title", "new");
            state.set("temp:y", 1);
            return { seen };
          }),
        ],
      },
    );
    const target = await wrapped(reader);
    const state = { plain: 1, "user:name": "Ada", "app:title": "old", "temp:x": 2 };
    const expected = { plain: 1, "user:name": "Grace", "app:title": "new" };
    for (const _ of ["one", "two"]) {
      const held = await talk(target, ["go"], { state });
      expect(lines(held.turns[0])).toContain('w gave {"seen":[1,"Ada","old",null]}');
      expect(held.state).toEqual(expected);
    }
  });

  test("has long integers as numbers", async () => {
    const state = { id: JSON.rawJSON("12345678901234567890") };
    const held = await talk(
      agent("plain", () => says("ok")),
      ["go"],
      { state },
    );
    expect(held.state).toEqual({ id: Number("12345678901234567890") });
  });

  test("goes to the app's name of the case", async () => {
    const told: unknown[] = [];
    const asker = agent("asker", () => says("ok"), {
      beforeModelCallback: ({
        context,
      }: {
        context: { invocationContext: { appName: string } };
      }) => {
        told.push(context.invocationContext.appName);
      },
    });
    await talk(asker, ["go"], { appName: "mine" });
    await talk(asker, ["go"]);
    expect(told).toEqual(["mine", "asker"]);
  });
});

describe("other roots", () => {
  test("an app runs with its plugins", async () => {
    const { BasePlugin } = adk;
    if (BasePlugin === undefined) throw new Error("@google/adk has no BasePlugin");
    class Stub extends (BasePlugin as unknown as new (name: string) => object) {
      async beforeToolCallback() {
        return { celsius: 99 };
      }
    }
    const app = make(adk, "App", {
      name: "weather",
      rootAgent: contractAgent(adk),
      plugins: [new Stub("stub")],
    });
    const { turns } = await talk(app, ["two cities"]);
    expect(lines(turns[0])).toContain('a gave {"celsius":99}');
  });

  test("a workflow answers with its last output", async () => {
    const writer = agent("writer", (text) => says(`about ${text}`, [10, 5]));
    const shout = (_: unknown, input: unknown) => `${String(input).toUpperCase()}!`;
    const flow = make(adk, "Workflow", { name: "flow", edges: [["START", writer, shout]] });
    const { turns } = await talk(flow, ["tea", "rain"]);
    expect(turns.map(lines)).toEqual([
      ["writer: about tea", "shout: ABOUT TEA!"],
      ["writer: about rain", "shout: ABOUT RAIN!"],
    ]);
    expect(tokensOf(turns[0])).toEqual({ calls: 1, input: 10, output: 5 });
  });

  test("a workflow that breaks fails with what its node threw", async () => {
    const boom = () => {
      throw new Error("kaput");
    };
    const flow = make(adk, "Workflow", { name: "flow", edges: [["START", boom]] });
    const { turns } = await talk(flow, ["go"]);
    expect(turns[0]).toMatchObject({ status: "failed", problem: "The agent failed: kaput." });
  });

  test("a workflow that runs as a tool shows its steps inside the call", async () => {
    const zod = (await needed("zod")) as { object(schema: object): unknown; string(): unknown };
    const inputSchema = zod.object({ word: zod.string() });
    const shout = (_: unknown, { word }: { word: string }) => word.toUpperCase();
    const flow = make(adk, "Workflow", { name: "flow", inputSchema, edges: [["START", shout]] });
    const { NodeTool } = adk;
    if (NodeTool === undefined) throw new Error("@google/adk has no NodeTool");
    const caller = agent(
      "caller",
      (_, results) => (results.length === 0 ? calls("flow", { word: "tea" }, "f") : says("done")),
      { tools: [new NodeTool(flow)] },
    );
    const { turns } = await talk(caller, ["go"]);
    expect(turns[0]?.status).toBe("done");
    expect(lines(turns[0])).toEqual([
      'caller: f flow {"word":"tea"}',
      "in f shout: TEA",
      'f gave {"result":"TEA"}',
      "caller: done",
    ]);
  });

  test("an agent with toolsets holds one conversation at a time, since a run that ends closes them", async () => {
    const { BaseToolset } = adk;
    if (BaseToolset === undefined) throw new Error("@google/adk has no BaseToolset");
    let users = 0;
    let most = 0;
    let closedInUse = 0;
    const tool = scriptedTool(adk, "work", async () => {
      users += 1;
      most = Math.max(most, users);
      await wait(30);
      users -= 1;
      return { done: true };
    });
    class Tools extends (BaseToolset as unknown as new (filter: string[]) => object) {
      async getTools() {
        return [tool];
      }
      async close() {
        if (users > 0) closedInUse += 1;
      }
    }
    const worker = agent(
      "worker",
      (_, results) => (results.length === 0 ? calls("work") : says("done")),
      { tools: [new Tools([])] },
    );
    const target = await wrapped(worker);
    const held = await Promise.all(["a", "b", "c"].map(() => talk(target, ["go", "again"])));
    expect(held.map(({ turns }) => turns.map((turn) => turn.final))).toEqual(
      Array(3).fill(["done", "done"]),
    );
    expect({ most, closedInUse }).toEqual({ most: 1, closedInUse: 0 });
  });
});

describe("a conversation that goes on", () => {
  test("is still with the sub-agent and knows what was said", async () => {
    const heard: string[][] = [];
    const billing = agent("billing", (text) => says(`Billing heard: ${text}`), {
      beforeModelCallback: ({
        request,
      }: {
        request: { contents: { parts: { text?: string }[] }[] };
      }) => {
        heard.push(
          request.contents.flatMap(({ parts }) => parts.flatMap(({ text }) => text ?? [])),
        );
      },
    });
    const router = agent(
      "router",
      () => calls("transfer_to_agent", { agentName: "billing" }, "t"),
      { subAgents: [billing] },
    );
    const { turns } = await talk(router, ["my invoice"]);
    const history = [invocationOf(turns[0], "my invoice")];
    const again = await talk(router, ["and the other"], { history });
    expect(again.resumed).toBe(true);
    expect(lines(again.turns[0])).toEqual(["billing: Billing heard: and the other"]);
    expect(heard.at(-1)).toContain("Billing heard: my invoice");
  });

  test("begins again where its history cannot be all", async () => {
    const { turns } = await talk(researchers(adk), ["A B"]);
    const history = [invocationOf(turns[0], "A B")];
    expect((await talk(researchers(adk), ["A B"], { history })).resumed).toBe(false);
    const paused = await talk(contractAgent(adk), ["delete it"]);
    const waiting = [invocationOf(paused.turns[0], "delete it")];
    expect((await talk(contractAgent(adk), ["hello"], { history: waiting })).resumed).toBe(false);
  });

  test("begins again where a turn saved an artifact, which its history does not hold", async () => {
    const save = scriptedTool(adk, "save", async (_, context) => {
      const { saveArtifact } = context as unknown as {
        saveArtifact(name: string, part: object): Promise<number>;
      };
      await saveArtifact.call(context, "note.txt", { text: "four" });
      return { saved: true };
    });
    const keeper = agent(
      "keeper",
      (text, results) => (text === "save" && results.length === 0 ? calls("save") : says("done")),
      { tools: [save] },
    );
    for (const [message, resumed] of [
      ["hello", true],
      ["save", false],
    ] as const) {
      const { turns, memory } = await talk(keeper, [message]);
      const history = [invocationOf(turns[0], message)];
      expect((await talk(keeper, ["hello"], { history, memory })).resumed).toBe(resumed);
    }
  });
});

function agent(name: string, script: Script, options: object = {}): object {
  return scriptedAgent(adk, name, script, options);
}
