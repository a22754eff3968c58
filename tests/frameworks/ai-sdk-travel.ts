import { recordTurn, wrapAgent } from "../../src/agents/index.ts";
import type { Agent, Step, TurnInput, TurnRecord } from "../../src/core/agent.ts";
import { textContent } from "../../src/core/content.ts";
import { type Asked, type Reply, type Sdk, scriptedModel } from "./ai-sdk-scripts.ts";

/** An agent whose tool asks another agent, which has a tool of its own. */
export function travelAgent(sdk: Sdk) {
  return new sdk.ToolLoopAgent({ id: "travel", ...travelSettings(sdk) });
}

export function travelSettings(sdk: Sdk) {
  const { tool, jsonSchema, isStepCount, stepCountIs } = sdk;
  const inputSchema = jsonSchema({ type: "object" });
  const pause = () => new Promise((resolve) => setTimeout(resolve, Math.random() * 10));
  const weather = new sdk.ToolLoopAgent({
    id: "weather",
    model: scriptedModel(sdk, ({ text, results }) =>
      results.length > 0
        ? { text: `4 degrees in ${text}.` }
        : {
            text: "Looking.",
            calls: [{ id: `in-${text}`, tool: "measure", args: { city: text } }],
          },
    ),
    tools: {
      measure: tool({
        inputSchema,
        async execute() {
          await pause();
          return 4;
        },
      }),
    },
  });
  const ask = tool({
    inputSchema,
    async execute({ city }: { city: string }) {
      await pause();
      return (await weather.generate({ prompt: city })).text;
    },
  });
  const reply = ({ text, results }: Asked): Reply =>
    results.length > 0
      ? { text: `Go to ${text}: 4 degrees.` }
      : { calls: [{ id: `out-${text}`, tool: "ask_weather", args: { city: text } }] };
  return {
    model: scriptedModel(sdk, reply),
    tools: { ask_weather: ask },
    stopWhen: (isStepCount ?? stepCountIs)?.(5),
  };
}

export function nestedLines(city: string): readonly string[] {
  return [
    `call out-${city} ask_weather`,
    `within out-${city}: text Looking.`,
    `within out-${city}: call in-${city} measure`,
    `within out-${city}: result in-${city} measure`,
    `within out-${city}: text 4 degrees in ${city}.`,
    `result out-${city} ask_weather`,
    `text Go to ${city}: 4 degrees.`,
  ];
}

export function wrapped(target: unknown): Promise<Agent> {
  const need = async () => undefined;
  return wrapAgent(target, { name: "agent", directory: import.meta.dirname, need });
}

export async function talk(
  agent: Agent,
  messages: readonly string[],
  state: Readonly<Record<string, unknown>> = {},
): Promise<readonly TurnRecord[]> {
  const { signal } = new AbortController();
  const conversation = await agent.start({ id: "s", user: "u", state, signal });
  const turns: TurnRecord[] = [];
  for (const text of messages) {
    const input: TurnInput = { text, content: textContent("user", text) };
    turns.push(await recordTurn(conversation, input, { timeoutMs: 10_000 }));
  }
  return turns;
}

export function lines(turn: TurnRecord | undefined): readonly string[] {
  return (turn?.steps ?? []).flatMap((step) => {
    const line = lineOf(step);
    const within = step.within === undefined ? "" : `within ${step.within.join(" ")}: `;
    return line === "" ? [] : [`${within}${line}`];
  });
}

function lineOf(step: Step): string {
  switch (step.type) {
    case "text":
      return `text ${step.text}`;
    case "call":
    case "result":
      return `${step.type} ${step.id} ${step.tool}`;
    case "pause":
      return `pause ${step.id}`;
    case "fault":
      return `fault ${step.message}`;
    case "usage":
      return "";
  }
}

export function tokens(turn: TurnRecord | undefined) {
  const total = { input: 0, output: 0, calls: 0 };
  for (const step of turn?.steps ?? []) {
    if (step.type !== "usage") continue;
    total.input += step.usage.input;
    total.output += step.usage.output;
    total.calls += step.usage.calls;
  }
  return total;
}
