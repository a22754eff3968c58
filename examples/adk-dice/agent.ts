import { AgentTool, App, LlmAgent } from "@google/adk";
import { ScriptedModel } from "./scripted-model.ts";
import { hostScript, primeScript, rollerScript } from "./scripts.ts";
import { checkPrime, rollDie } from "./tools.ts";

/** A sub-agent: the host transfers the conversation to it. */
const roller = new LlmAgent({
  name: "roller",
  description: "Rolls dice.",
  instruction: "Roll what is asked for. Hand everything else back to the host.",
  model: new ScriptedModel(rollerScript),
  tools: [rollDie],
});

/** An agent as a tool: the host asks it and goes on. */
const primeChecker = new LlmAgent({
  name: "prime_checker",
  description: "Knows whether a number is prime.",
  instruction: "Check with the tool. Never guess.",
  model: new ScriptedModel(primeScript),
  tools: [checkPrime],
});

const host = new LlmAgent({
  name: "dice_host",
  description: "Welcomes players and finds who can help.",
  instruction: "The roller rolls, the prime checker checks.",
  model: new ScriptedModel(hostScript),
  subAgents: [roller],
  tools: [new AgentTool({ agent: primeChecker })],
});

export const app = new App({ name: "dice", rootAgent: host });
