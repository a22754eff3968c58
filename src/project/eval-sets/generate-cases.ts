import { isAgentFactory } from "../../agents/agent-factory.ts";
import {
  agentFacts,
  agentText,
  describesPurpose,
  emptyState,
} from "../../agents/loading/agent-facts.ts";
import type { LoadedAgent } from "../../agents/loading/load-agent.ts";
import { ModelError } from "../../core/chat-model.ts";
import { UserFacingError } from "../../core/errors.ts";
import type { ConversationScenario } from "../../core/eval-set.ts";
import { generateScenarios } from "../../simulation/generation/generate-scenarios.ts";
import type { GenerationConfig } from "../config/read-generation-config.ts";
import type { ModelRegistry, WantedModel } from "../models/model-registry.ts";

interface GenerateRequest {
  readonly loaded: Pick<LoadedAgent, "exported" | "name">;
  readonly config: GenerationConfig;
  readonly models: Pick<ModelRegistry, "modelFor" | "client" | "addPrices" | "checkPrices">;
  readonly signal: AbortSignal;
}

/** Scenarios for an agent, and the state that its instructions speak of. */
export interface GeneratedCases {
  readonly scenarios: readonly ConversationScenario[];
  readonly state: Readonly<Record<string, string>>;
  /** Why there are fewer than were asked for, in a sentence. */
  readonly shortBecause?: string | undefined;
}

/** Makes up scenarios from what is known about an agent: its own words, or those of the config. */
export async function generateCases(request: GenerateRequest): Promise<GeneratedCases> {
  const { loaded, config, models, signal } = request;
  const { exported, name } = loaded;
  const facts = agentFacts(isAgentFactory(exported) ? await exported.create({}) : exported);
  if (config.description === undefined && !describesPurpose(facts)) {
    throw new UserFacingError("config/invalid", `Nothing says what ${name} is for.`, {
      hint: 'A function has no instructions to read. Say it in the config: "description": "Switches lights …".',
    });
  }
  const own = describesPurpose(facts) ? agentText(facts) : `Name: ${name}`;
  const model = models.modelFor(config.modelName, caseWriter);
  models.addPrices(config.modelPrices);
  models.checkPrices();
  const { generationInstruction: instruction, environmentContext: environment, count } = config;
  const generated = await generateScenarios({
    agent: config.description === undefined ? own : `${config.description}\n\n${own}`,
    count,
    instruction,
    environment,
    model,
    ask: models.client.call,
    signal,
  }).catch((error: unknown) => {
    throw error instanceof ModelError ? failed(error.message, error) : error;
  });
  const { scenarios, shortBecause } = generated;
  if (scenarios.length === 0) throw failed(shortBecause ?? "The model brought nothing.");
  return { scenarios, shortBecause, state: emptyState(facts) };
}

const caseWriter: WantedModel = {
  askedBy: "the generation of cases",
  choose: (model) => `name another model in the config:  "model_name": "${model}"`,
};

function failed(why: string, cause?: unknown): UserFacingError {
  return new UserFacingError("model/failed", `No case was generated. ${why}`, {
    hint: "The eval set is as it was. Try again, or name another model in the config.",
    cause,
  });
}
