import type { CallModel, ChatModel } from "../../core/chat-model.ts";
import type { ConversationScenario } from "../../core/eval-set.ts";
import { required } from "../../core/schema/object-field.ts";
import { object } from "../../core/schema/object-schema.ts";
import { ParseContext } from "../../core/schema/parse-context.ts";
import { array, string } from "../../core/schema/schema.ts";
import { bareJson } from "../bare-json.ts";
import { strictForm } from "../strict-form.ts";
import { GENERATION_PROMPT_VERSION, generationPrompt } from "./generation-prompt.ts";

/** More at once than this, and models begin to repeat themselves. */
const MOST_AT_ONCE = 10;

export interface GenerationRequest {
  /** What the agent is and can do, in words. */
  readonly agent: string;
  readonly count: number;
  readonly instruction?: string | undefined;
  readonly environment?: string | undefined;
  readonly model: ChatModel;
  readonly ask: CallModel;
  readonly signal: AbortSignal;
}

export interface GeneratedScenarios {
  readonly scenarios: readonly ConversationScenario[];
  /** Why there are fewer than were asked for, in a sentence. */
  readonly shortBecause?: string | undefined;
}

const replySchema = object<{ readonly scenarios: readonly ConversationScenario[] }>(
  {
    scenarios: required(
      array(
        object<ConversationScenario>(
          { startingPrompt: required(string), conversationPlan: required(string) } as never,
          { expected: "a scenario", unknown: "drop", snakeOnly: true },
        ),
      ),
    ),
  },
  { expected: "an answer", unknown: "drop", snakeOnly: true },
);

const answerForm = strictForm(replySchema.jsonSchema());

/** Conversations that people could have with an agent. Equal and empty ones are dropped, and others asked for instead. */
export async function generateScenarios(request: GenerationRequest): Promise<GeneratedScenarios> {
  const { agent, count, instruction, environment, model, ask, signal } = request;
  const found = new Map<string, ConversationScenario>();
  // a model that brings nothing new twice has nothing more to say
  let inVain = 0;
  let problem = "The model brought nothing new.";
  for (let sample = 0; found.size < count && inVain < 2; sample += 1) {
    const known = [...found.values()].map(({ startingPrompt }) => startingPrompt);
    const wanted = Math.min(MOST_AT_ONCE, count - found.size);
    const prompt = generationPrompt({ agent, count: wanted, instruction, environment, known });
    const reply = await ask(
      {
        role: "user",
        model,
        request: { messages: [{ role: "user", text: prompt }], schema: answerForm },
        turn: -1,
        step: `generate.v${GENERATION_PROMPT_VERSION}`,
        sample,
      },
      signal,
    );
    const read = readReply(reply.text);
    if ("problem" in read) problem = read.problem;
    const before = found.size;
    for (const scenario of "problem" in read ? [] : read.scenarios) addNew(found, scenario, count);
    inVain = found.size === before ? inVain + 1 : 0;
  }
  const scenarios = [...found.values()];
  return found.size < count ? { scenarios, shortBecause: problem } : { scenarios };
}

function addNew(
  found: Map<string, ConversationScenario>,
  scenario: ConversationScenario,
  count: number,
): void {
  const { startingPrompt, conversationPlan } = scenario;
  if (startingPrompt.trim() === "" || conversationPlan.trim() === "") return;
  const key = startingPrompt.toLowerCase().replace(/\s+/g, " ").trim();
  if (found.size < count && !found.has(key)) found.set(key, { startingPrompt, conversationPlan });
}

function readReply(
  reply: string,
): { readonly scenarios: readonly ConversationScenario[] } | { readonly problem: string } {
  const json = bareJson(reply);
  if (json === undefined) return { problem: "The model's answer was no JSON." };
  const context = new ParseContext("It");
  const read = replySchema.read(json.value, context);
  const [problem] = context.problems;
  return problem === undefined
    ? read
    : { problem: `The model's answer could not be read: ${problem.message}` };
}
