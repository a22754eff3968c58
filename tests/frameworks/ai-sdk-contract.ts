import type { AgentFunction } from "../../src/agents/index.ts";
import {
  type Asked,
  type Reply,
  type Sdk,
  type SdkAgent,
  scriptedModel,
} from "./ai-sdk-scripts.ts";

interface Context {
  readonly kept?: number;
}

/** The model of the contract's agent: what `describeAgent` asks for, by the book. */
function contractReply({ text, system, results }: Asked): Reply {
  const isDone = results.length > 0;
  switch (text) {
    case "hello":
      return { text: `Hello, ${/The user is (\w+)/.exec(system)?.[1]}.` };
    case "two cities":
      if (isDone) return { text: "Oslo 4, Rome 21.", tokens: [60, 9] };
      return {
        text: "Let me look.",
        calls: [
          { id: "a", tool: "get_weather", args: { city: "Oslo" } },
          { id: "b", tool: "get_weather", args: { city: "Rome" } },
        ],
        tokens: [40, 12],
      };
    case "ask the expert":
      if (isDone) return { text: "The expert says 4 degrees.", tokens: [50, 7] };
      return {
        calls: [{ id: "f", tool: "expert", args: { request: "Oslo" } }],
        tokens: [30, 8],
      };
    case "no such city":
      if (isDone) return { text: "I cannot find it." };
      return { calls: [{ id: "c", tool: "get_weather", args: { city: "Atlantis" } }] };
    case "model error":
      return { text: "Trying." };
    case "go on":
      throw new Error("the model is overloaded\nand said so twice");
    case "delete it":
      if (isDone) return { text: "Deleted." };
      return { calls: [{ id: "d", tool: "delete_files" }] };
    case "hang":
      return { calls: [{ id: "e", tool: "slow_tool" }] };
    case "remember 7":
      return { text: "Kept." };
    case "what was it":
      return { text: `It was ${/Kept: (\d+)/.exec(system)?.[1]}.` };
    default:
      return {};
  }
}

/** The model of the agent that runs as a tool. */
function expertReply({ text, results }: Asked): Reply {
  if (results.length > 0) return { text: "4 degrees.", tokens: [25, 4] };
  const calls = [{ id: "g", tool: "get_weather", args: { city: text } }];
  return { text: "Looking.", calls, tokens: [20, 6] };
}

export function contractTools({ tool, jsonSchema }: Sdk): Record<string, object> {
  const celsius: Readonly<Record<string, number>> = { Oslo: 4, Rome: 21 };
  const inputSchema = jsonSchema({ type: "object" });
  return {
    get_weather: tool({
      inputSchema,
      async execute({ city }: { city: string }) {
        if (celsius[city] === undefined) throw new Error("no such city");
        return { celsius: celsius[city] };
      },
    }),
    delete_files: tool({ inputSchema, needsApproval: true, execute: async () => "gone" }),
    slow_tool: tool({ inputSchema, execute: () => new Promise(() => {}) }),
  };
}

type Ask = (prompt: string) => Promise<{ readonly text: string }>;

function toolsWithExpert(sdk: Sdk, askWith: (settings: object) => Ask): Record<string, object> {
  const tools = contractTools(sdk);
  const ask = askWith({ model: scriptedModel(sdk, expertReply), tools });
  const expert = sdk.tool({
    inputSchema: sdk.jsonSchema({ type: "object" }),
    execute: async ({ request }: { request: string }) => ({ result: (await ask(request)).text }),
  });
  return { ...tools, expert };
}

/** An agent whose context is the session state, and whose call options name the user. */
export function contractAgent(sdk: Sdk): SdkAgent {
  class ContractAgent extends sdk.ToolLoopAgent {
    override async generate(call: { messages: readonly object[] }) {
      const result = await super.generate(call);
      if (result.text !== "Trying.") return result;
      return super.generate({ ...call, messages: [...call.messages, goOn] });
    }
  }
  const tools = toolsWithExpert(sdk, (settings) => {
    const expert = new sdk.ToolLoopAgent(settings);
    return (prompt) => expert.generate({ prompt });
  });
  return new ContractAgent({
    id: "contract",
    model: scriptedModel(sdk, contractReply),
    tools,
    prepareCall(call: {
      options: { userId: string };
      runtimeContext?: Context;
      experimental_context?: Context;
    }) {
      const { kept } = call.runtimeContext ?? call.experimental_context ?? {};
      return { ...call, instructions: `The user is ${call.options.userId}. Kept: ${kept}.` };
    },
    prepareStep({ messages, runtimeContext, experimental_context }: PreparedStep) {
      if (!JSON.stringify(messages.at(-1)).includes("remember 7")) return {};
      const context = { ...(runtimeContext ?? experimental_context), kept: 7 };
      return { runtimeContext: context, experimental_context: context };
    },
  });
}

interface PreparedStep {
  readonly messages: readonly object[];
  readonly runtimeContext?: Context;
  readonly experimental_context?: Context;
}

const goOn = { role: "user", content: "go on" };

/** The same as a function of one's own that calls `generateText`, as its expert does. */
export function contractFunction(sdk: Sdk): AgentFunction {
  const model = scriptedModel(sdk, contractReply);
  const stopWhen = (sdk.isStepCount ?? sdk.stepCountIs)?.(5);
  const tools = toolsWithExpert(sdk, (settings) => (prompt) => {
    return sdk.generateText({ ...settings, stopWhen, prompt });
  });
  return async (text, { user, state, signal }) => {
    if (text === "remember 7") state.kept = 7;
    const ask = (messages: readonly object[]) =>
      sdk.generateText({
        model,
        tools,
        stopWhen,
        system: `The user is ${user}. Kept: ${state.kept}.`,
        messages,
        abortSignal: signal,
      });
    const said = { role: "user", content: text };
    const { text: answer } = await ask([said]);
    return answer === "Trying." ? (await ask([said, goOn])).text : answer;
  };
}
