import { afterEach, expect, test } from "vitest";
import { wrapAgent } from "../../src/agents/index.ts";
import { installExample } from "../install-example.ts";
import { loadAdk, needed, scriptedAgent, talk as talkAdk } from "./adk-conversation.ts";
import { make, says } from "./adk-scripted.ts";
import { scriptedModel, sdkIn } from "./ai-sdk-scripts.ts";
import { talk } from "./ai-sdk-travel.ts";

const provider = globalThis as { AI_SDK_DEFAULT_PROVIDER?: unknown };

afterEach(() => {
  delete provider.AI_SDK_DEFAULT_PROVIDER;
});

test("every agent of an ADK tree that names a model asks the one that the run gives", async () => {
  const adk = await loadAdk();
  const { BaseLlm, LLMRegistry } = adk as unknown as {
    BaseLlm: new (options: object) => { readonly model: string };
    LLMRegistry: { register(model: unknown): void };
  };
  class GivenModel extends BaseLlm {
    static readonly supportedModels = [/given-.*/];
    async *generateContentAsync() {
      yield { content: { role: "model", parts: [{ text: `${this.model} says so` }] } };
    }
  }
  LLMRegistry.register(GivenModel);
  const root = make(adk, "SequentialAgent", {
    name: "both",
    subAgents: [
      scriptedAgent(adk, "one", () => says("my own")),
      scriptedAgent(adk, "two", () => says("my own")),
    ],
  });
  const agent = await wrapAgent(root, {
    name: "both",
    directory: ".",
    model: "given-large",
    need: needed,
  });
  const { turns } = await talkAdk(agent, ["go"]);
  const said = turns[0]?.steps.flatMap((step) => (step.type === "text" ? [step.text] : []));
  expect(said).toEqual(["given-large says so", "given-large says so"]);
}, 600_000);

test("an agent of the AI SDK asks the model that the run gives, where the SDK finds it by its name", async () => {
  const sdk = await sdkIn(await installExample("ai-sdk-support-desk"));
  provider.AI_SDK_DEFAULT_PROVIDER = {
    specificationVersion: "v4",
    languageModel: (name: string) => scriptedModel(sdk, () => ({ text: `${name} says so` })),
  };
  const target = new sdk.ToolLoopAgent({
    id: "desk",
    model: scriptedModel(sdk, () => ({ text: "my own" })),
  });
  const agent = await wrapAgent(target, {
    name: "desk",
    directory: ".",
    model: "given/large",
    need: async () => undefined,
  });
  const [turn] = await talk(agent, ["go"]);
  expect(turn).toMatchObject({ status: "done", final: "given/large says so" });
}, 600_000);
