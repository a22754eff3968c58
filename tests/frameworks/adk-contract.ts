import {
  type Adk,
  callPart,
  calls,
  make,
  type Script,
  says,
  scriptedModel,
  scriptedTool,
} from "./adk-scripted.ts";

/** An agent of ADK's that answers the messages of `describeAgent`. */
export function contractAgent(adk: Adk): object {
  return make(adk, "LlmAgent", {
    name: "contract",
    model: scriptedModel(adk, script),
    tools: [
      scriptedTool(adk, "get_weather", ({ city }) => {
        if (city === "Atlantis") throw new Error("no such city");
        return { celsius: city === "Oslo" ? 4 : 21 };
      }),
      scriptedTool(adk, "delete_files", () => ({ deleted: 3 }), { requireConfirmation: true }),
      scriptedTool(adk, "slow_tool", () => new Promise(() => {})),
      scriptedTool(adk, "keep", ({ value }, { state }) => state.set("kept", value)),
      scriptedTool(adk, "recall", (_, { state }) => ({ kept: state.get("kept") })),
    ],
  });
}

const script: Script = (text, results) => {
  const [first] = results as readonly Record<string, unknown>[];
  switch (text) {
    case "hello":
      return says("Hello, Ada.");
    case "two cities":
      if (first !== undefined) return says("Oslo 4, Rome 21.", [60, 9]);
      return {
        parts: [
          { text: "Let me look." },
          callPart("get_weather", { city: "Oslo" }, "a"),
          callPart("get_weather", { city: "Rome" }, "b"),
        ],
        tokens: [40, 12],
      };
    case "no such city":
      return first === undefined
        ? calls("get_weather", { city: "Atlantis" }, "c")
        : says("I cannot find it.");
    case "model error":
      return { parts: [{ text: "Trying." }], error: "the model is overloaded" };
    case "delete it":
      return first === undefined ? calls("delete_files", {}, "d") : says("Deleted.");
    case "hang":
      return calls("slow_tool", {}, "e");
    case "remember 7":
      return first === undefined ? calls("keep", { value: 7 }) : says("Kept.");
    case "what was it":
      return first === undefined ? calls("recall") : says(`It was ${first.kept}.`);
    default:
      return { parts: [] };
  }
};
