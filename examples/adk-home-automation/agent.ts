import { LlmAgent } from "@google/adk";
import { script } from "./script.ts";
import { ScriptedModel } from "./scripted-model.ts";
import { getDevice, setLight, setTemperature } from "./tools.ts";

/** With a model of your own this reads `model: "gemini-flash-latest"`, and the script goes. */
export const rootAgent = new LlmAgent({
  name: "home_agent",
  description: "Looks after lights and temperatures.",
  instruction: "You look after a home. Look at a device before you change it.",
  model: new ScriptedModel(script),
  tools: [getDevice, setLight, setTemperature],
});
