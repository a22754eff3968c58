import {
  type Adk,
  callPart,
  calls,
  make,
  type Reply,
  type Script,
  says,
  scriptedModel,
  scriptedTool,
} from "./adk-scripted.ts";

/** An agent of ADK's that answers the messages of `describeAgent`. */
export function contractAgent(adk: Adk): object {
  const getWeather = scriptedTool(adk, "get_weather", ({ city }) => {
    if (city === "Atlantis") throw new Error("no such city");
    return { celsius: city === "Oslo" ? 4 : 21 };
  });
  const expert = make(adk, "LlmAgent", {
    name: "expert",
    model: scriptedModel(adk, expertScript),
    tools: [getWeather],
  });
  return make(adk, "LlmAgent", {
    name: "contract",
    model: scriptedModel(adk, script),
    instruction: ({ userId, state }: Context) =>
      `The user is ${userId}. Kept: ${state.get("kept")}.`,
    beforeModelCallback({ context }: { context: Context }) {
      if (context.userContent?.parts?.[0]?.text === "remember 7") context.state.set("kept", 7);
    },
    tools: [
      getWeather,
      make(adk, "AgentTool", { agent: expert }),
      scriptedTool(adk, "delete_files", () => ({ deleted: 3 }), { requireConfirmation: true }),
      scriptedTool(adk, "slow_tool", () => new Promise(() => {})),
    ],
  });
}

interface Context {
  readonly userId: string;
  readonly userContent?: { readonly parts?: readonly { readonly text?: string }[] };
  readonly state: {
    get(key: string): unknown;
    set(key: string, value: unknown): void;
  };
}

const expertScript: Script = (city, results) =>
  results.length > 0
    ? says("4 degrees.", [25, 4])
    : { parts: [{ text: "Looking." }, callPart("get_weather", { city }, "g")], tokens: [20, 6] };

const script: Script = (text, results, instruction) => ({
  tokens: [10, 5],
  ...reply(text, results.length > 0, instruction),
});

function reply(text: string, isDone: boolean, instruction: string): Reply {
  switch (text) {
    case "hello":
      return says(`Hello, ${/The user is (\w+)/.exec(instruction)?.[1]}.`);
    case "two cities":
      if (isDone) return says("Oslo 4, Rome 21.", [60, 9]);
      return {
        parts: [
          { text: "Let me look." },
          callPart("get_weather", { city: "Oslo" }, "a"),
          callPart("get_weather", { city: "Rome" }, "b"),
        ],
        tokens: [40, 12],
      };
    case "ask the expert":
      if (isDone) return says("The expert says 4 degrees.", [50, 7]);
      return { ...calls("expert", { request: "Oslo" }, "f"), tokens: [30, 8] };
    case "no such city":
      return isDone ? says("I cannot find it.") : calls("get_weather", { city: "Atlantis" }, "c");
    case "model error":
      return { parts: [{ text: "Trying." }], error: "the model is overloaded" };
    case "delete it":
      return isDone ? says("Deleted.") : calls("delete_files", {}, "d");
    case "hang":
      return calls("slow_tool", {}, "e");
    case "remember 7":
      return says("Kept.");
    case "what was it":
      return says(`It was ${/Kept: (\d+)/.exec(instruction)?.[1]}.`);
    default:
      return { parts: [] };
  }
}
