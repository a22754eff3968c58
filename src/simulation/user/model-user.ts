import { lookFirst } from "../../core/async/look-first.ts";
import { provenReply } from "../../core/calls/proven-replies.ts";
import type { CallModel, ChatModel, ChatReply, ChatRequest } from "../../core/chat-model.ts";
import { textContent } from "../../core/content.ts";
import { messageOf, UserFacingError } from "../../core/errors.ts";
import type { ConversationScenario } from "../../core/eval-set.ts";
import type { Invocation } from "../../core/invocation.ts";
import { personaIds, personaOf } from "../../core/personas/personas.ts";
import { SimulatorFault, type UserMove, type UserSimulator } from "../../core/user-simulator.ts";
import { requestSettings } from "../request-settings.ts";
import { conversationHistory } from "./conversation-history.ts";
import { personaThing } from "./persona-text.ts";
import { recited } from "./recited.ts";
import { parseTemplate } from "./template.ts";
import { TemplateProblem, type TemplateThing } from "./template-value.ts";
import { rulesOfUser, sentencesOf, USER_PROMPT_VERSION, userPrompt } from "./user-prompt.ts";

/** How a model plays the user. */
export interface ModelUserConfig {
  /** A user that speaks is not played here. */
  readonly type?: "llm_backed" | "llm_audio" | undefined;
  readonly model: string;
  readonly modelConfiguration?: Readonly<Record<string, unknown>> | undefined;
  /** Counts the starting prompt. Negative: no limit of its own; the run has one. 0: no turn at all. */
  readonly maxAllowedInvocations: number;
  readonly customInstructions?: string | undefined;
  readonly includeFunctionCalls: boolean;
  readonly stopSignal?: string | undefined;
}

const STOP_SIGNAL = "</finished>";

/** As ADK has it when a config says nothing. */
export const defaultUser: ModelUserConfig = {
  type: "llm_backed",
  model: "gemini-2.5-flash",
  modelConfiguration: { thinkingConfig: { include_thoughts: true, thinking_budget: 10240 } },
  maxAllowedInvocations: 20,
  includeFunctionCalls: false,
};

interface ModelUserRequest {
  readonly scenario: ConversationScenario;
  readonly config: ModelUserConfig;
  readonly modelFor: (name: string) => ChatModel;
  readonly ask: CallModel;
}

/** A user played by a model: the starting prompt first, then by plan, persona and what was said so far. */
export function modelUser({ scenario, config, modelFor, ask }: ModelUserRequest): UserSimulator {
  const { startingPrompt, conversationPlan: plan } = scenario;
  const { maxAllowedInvocations: limit, stopSignal = STOP_SIGNAL } = config;
  const requestFor = checkedPrompt(scenario, config);
  const model = modelFor(config.model);
  // the journal keeps whose words these were
  const step = config.customInstructions === undefined ? `user.v${USER_PROMPT_VERSION}` : "user";
  const rules = secretRules(scenario, config);
  // a conversation that goes on after a crash has had its first turns with another object like this one
  let count: number | undefined;

  async function say(soFar: readonly Invocation[], turn: number, signal: AbortSignal) {
    lookFirst();
    const request = requestFor(soFar);
    const call = { role: "user", model, request, turn, step, sample: 0 } as const;
    const given = await ask(call, signal).catch((error: unknown) => {
      if (signal.aborted) throw error;
      throw new SimulatorFault(messageOf(error));
    });
    const reply = provenReply(call, given);
    count = turn + 1;
    const leak = recited(reply.text, { plan, startingPrompt, rules });
    if (leak !== undefined) throw new SimulatorFault(leak);
    return moveOf(usable(reply, model), stopSignal);
  }

  return {
    next(soFar, signal) {
      count ??= soFar.length;
      if (limit >= 0 && count >= limit) {
        return { type: "stop", why: turnsText(limit), because: "turn-limit" };
      }
      if (count > 0) return say(soFar, count, signal);
      count = 1;
      if (startingPrompt.trim() === "") throw new SimulatorFault("Its starting prompt is empty.");
      return moveOf(startingPrompt, stopSignal);
    },
  };
}

/** Sentences of ours in what the model was told; those of somebody else may be meant to be said. */
function secretRules(
  scenario: ConversationScenario,
  { customInstructions, stopSignal = STOP_SIGNAL }: ModelUserConfig,
): readonly string[] {
  const isOurs = typeof scenario.userPersona === "string";
  const persona = isOurs ? personaIn(scenario, stopSignal)?.text : undefined;
  if (customInstructions === undefined) return rulesOfUser(stopSignal, persona);
  return persona === undefined ? [] : sentencesOf(persona);
}

function usable({ text, finish }: ChatReply, { id }: ChatModel): string {
  if (finish === "refusal") throw new SimulatorFault(`${id} refused to play the user.`);
  if (text.trim() === "") throw new SimulatorFault(`${id} answered with an empty message.`);
  return text;
}

/** The signal counts wherever it stands, and what stands around it is not sent. */
function moveOf(text: string, stopSignal: string): UserMove {
  if (text.toLowerCase().includes(stopSignal.toLowerCase())) {
    return { type: "stop", why: "the user ended the conversation", because: "stop-signal" };
  }
  return { type: "say", content: textContent("user", text) };
}

function turnsText(limit: number): string {
  return `the limit of ${limit} ${limit === 1 ? "turn is" : "turns is"} reached`;
}

type RequestFor = (soFar: readonly Invocation[]) => ChatRequest;

/** Whatever cannot work with this scenario and config is reported now, before the first turn. */
function checkedPrompt(scenario: ConversationScenario, config: ModelUserConfig): RequestFor {
  const { customInstructions, includeFunctionCalls, stopSignal = STOP_SIGNAL } = config;
  const plan = scenario.conversationPlan;
  const persona = personaIn(scenario, stopSignal);
  const settings = requestSettings(config.modelConfiguration);
  const historyOf = (soFar: readonly Invocation[]) =>
    conversationHistory(soFar, { includeFunctionCalls });
  if (customInstructions === undefined) {
    return (soFar) => {
      const facts = { plan, history: historyOf(soFar), stopSignal, persona: persona?.text };
      const { system, text } = userPrompt(facts);
      return { system, messages: [{ role: "user", text }], ...settings };
    };
  }
  const template = readInstructions(customInstructions);
  if (persona !== undefined && !template.variables.has("persona")) {
    throw badInstructions("do not mention persona, and the scenario has one.");
  }
  const textFor = (soFar: readonly Invocation[]) =>
    withHint(() =>
      template.fill({
        stop_signal: stopSignal,
        conversation_plan: plan,
        conversation_history: historyOf(soFar),
        ...(persona === undefined ? {} : { persona }),
      }),
    );
  textFor([]);
  return (soFar) => ({ messages: [{ role: "user", text: textFor(soFar) }], ...settings });
}

function personaIn(scenario: ConversationScenario, stopSignal: string): TemplateThing | undefined {
  const persona = personaOf(scenario);
  if (persona !== undefined) return personaThing(persona, stopSignal);
  if (scenario.userPersona === undefined) return undefined;
  throw new UserFacingError("eval-set/invalid", `There is no persona "${scenario.userPersona}".`, {
    hint: `Built-in ones are ${personaIds.join(", ")}; any other is written out as an object.`,
  });
}

const needed = ["stop_signal", "conversation_plan", "conversation_history"];

/** Reads the instructions of a config, or says what they lack. */
export function readInstructions(instructions: string): ReturnType<typeof parseTemplate> {
  const template = withHint(() => parseTemplate(instructions));
  const missing = needed.filter((name) => !template.variables.has(name));
  if (missing.length > 0) throw badInstructions(`do not mention ${missing.join(", ")}.`);
  return template;
}

function withHint<T>(step: () => T): T {
  try {
    return step();
  } catch (error) {
    if (error instanceof TemplateProblem) throw badInstructions(`cannot be read: ${error.message}`);
    throw error;
  }
}

function badInstructions(what: string): UserFacingError {
  return new UserFacingError("config/invalid", `The custom_instructions ${what}`, {
    hint: "They must contain {{ stop_signal }}, {{ conversation_plan }} and {{ conversation_history }}, and {{ persona }} where scenarios have one.",
  });
}
