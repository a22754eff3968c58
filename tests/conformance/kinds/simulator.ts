import { expect } from "vitest";
import type { CallModel, ChatRequest } from "../../../src/core/chat-model.ts";
import { errorFromProblems, isUserFacingError } from "../../../src/core/errors.ts";
import type { EvalCase } from "../../../src/core/eval-set.ts";
import type { Invocation } from "../../../src/core/invocation.ts";
import { ParseContext, pathText, type Schema } from "../../../src/core/schema/parse-context.ts";
import { array } from "../../../src/core/schema/schema.ts";
import { invocationFromEvents, type SessionEvent } from "../../../src/core/session-event.ts";
import type { UserMove, UserSimulator } from "../../../src/core/user-simulator.ts";
import { contentSchema } from "../../../src/eval-sets/schema/content-schema.ts";
import { invocationSchema } from "../../../src/eval-sets/schema/invocation-schema.ts";
import { scenarioSchema } from "../../../src/eval-sets/schema/scenario-schema.ts";
import { chatModel } from "../../../src/models/index.ts";
import { parseModelName } from "../../../src/models/model-name.ts";
import { userSimulatorConfig } from "../../../src/project/config/user-simulator-config.ts";
import { createUserFor } from "../../../src/simulation/create-user-for.ts";
import { anEvalCase, anInvocation } from "../../../src/testing/builders.ts";
import { type ConformanceKind, outcomeOf } from "../vector.ts";

interface SimulatorInput {
  readonly scenario?: unknown;
  readonly conversation?: unknown;
  readonly config?: unknown;
  readonly histories: readonly (readonly HistoryEvent[])[];
  readonly replies?: readonly Reply[];
  readonly markers?: readonly string[];
}

interface HistoryEvent {
  readonly author: string;
  readonly content?: unknown;
}

type Reply = string | ReplyParts | { readonly chunks: readonly Reply[] };

interface ReplyParts {
  readonly parts?: readonly { readonly text?: string; readonly thought?: boolean }[];
  readonly error_code?: string;
  readonly throws?: boolean;
}

interface Outcome {
  readonly error?: object;
  readonly steps: readonly {
    readonly status?: string;
    readonly message?: unknown;
    readonly error?: object;
  }[];
  readonly model_calls: number;
  readonly prompts?: readonly {
    readonly holds: readonly string[];
    readonly lacks: readonly string[];
  }[];
}

interface Step {
  readonly status?: string | undefined;
  readonly message?: unknown;
  readonly error?: true;
}

/** A new simulator for every vector, asked once per history. */
export const checks: ConformanceKind = {
  inputs: ["scenario", "conversation", "config", "histories", "replies", "markers"],
  async hold(vector) {
    const input = vector.input as unknown as SimulatorInput;
    const outcome = outcomeOf(vector) as unknown as Outcome;
    const requests: ChatRequest[] = [];
    const user = userOf(input, requests);
    if (outcome.error !== undefined) {
      expect(user).toBeUndefined();
      return;
    }
    expect(user).toBeDefined();
    const steps: Step[] = [];
    for (const history of input.histories) {
      // a written conversation is told by what was said: the reference looks at no event
      const said = steps.filter(({ status }) => status === "success").map(() => anInvocation({}));
      const turns = input.conversation === undefined ? turnsOf(history) : said;
      steps.push(await stepOf(user as UserSimulator, turns));
    }
    expect(steps).toEqual(outcome.steps.map(asStep));
    expect(requests).toHaveLength(outcome.model_calls);
    for (const [place, { holds, lacks }] of (outcome.prompts ?? []).entries()) {
      const shown = wordsOf(requests[place]);
      const places = holds.map((marker) => shown.indexOf(marker));
      expect(places, "what the model was shown, in order").not.toContain(-1);
      expect(places).toEqual([...places].sort((a, b) => a - b));
      expect(lacks.filter((marker) => shown.includes(marker))).toEqual([]);
    }
  },
};

/** Undefined when it is refused before the first turn. */
function userOf(input: SimulatorInput, requests: ChatRequest[]): UserSimulator | undefined {
  try {
    const config = read(userSimulatorConfig, input.config ?? {});
    const model = scripted(input.replies ?? []);
    const modelFor = (name: string) => {
      // refused as a run would, then played by the script
      parseModelName(name);
      return model;
    };
    const userFor = createUserFor({ configFor: () => config, modelFor });
    const ask: CallModel = ({ request }, signal) => {
      requests.push(request);
      return model.generate(request, signal);
    };
    const user = userFor(caseOf(input), ask);
    return "unsupported" in user ? undefined : user;
  } catch (error) {
    if (isUserFacingError(error)) return undefined;
    throw error;
  }
}

function caseOf({ scenario, conversation }: SimulatorInput): EvalCase {
  if (conversation !== undefined) {
    return anEvalCase({ conversation: read(array(invocationSchema), conversation) });
  }
  return anEvalCase({ conversationScenario: read(scenarioSchema, scenario) });
}

function read<T>(schema: Schema<T>, value: unknown): T {
  const context = new ParseContext();
  const result = schema.read(value, context);
  if (context.problems.length === 0) return result;
  throw errorFromProblems(
    "config/invalid",
    context.problems.map(({ message, path }) => ({ message, place: { path: pathText(path) } })),
  );
}

/** A model of the AI SDK, so that thoughts and errors are read by the product. */
function scripted(replies: readonly Reply[]) {
  const rest = [...replies];
  return chatModel(
    {
      modelId: "scripted",
      async doGenerate() {
        const reply = rest.shift();
        if (reply === undefined) throw new Error("the script has no more replies");
        const pieces = piecesOf(reply);
        if (pieces.some(({ throws }) => throws)) throw new Error("the model broke");
        const isError = pieces.some(({ error_code }) => error_code !== undefined);
        return {
          content: pieces.flatMap(({ parts }) =>
            (parts ?? []).map(({ text, thought, ...other }) =>
              text === undefined && Object.keys(other).length > 0
                ? { type: "file", mediaType: "application/octet-stream", data: "" }
                : { type: thought === true ? "reasoning" : "text", text: text ?? "" },
            ),
          ),
          finishReason: isError ? "content-filter" : "stop",
        };
      },
    },
    { env: {} },
  );
}

/** What comes after an error is not read any more. */
function piecesOf(reply: Reply): readonly ReplyParts[] {
  if (typeof reply === "string") return [{ parts: [{ text: reply }] }];
  return "chunks" in reply ? reply.chunks.flatMap(piecesOf) : [reply];
}

async function stepOf(user: UserSimulator, turns: readonly Invocation[]): Promise<Step> {
  try {
    return moveAsStep(await user.next(turns, new AbortController().signal));
  } catch {
    return { error: true };
  }
}

function moveAsStep(move: UserMove): Step {
  if (move.type === "say") return { status: "success", message: move.content };
  const isLimit = move.because === "turn-limit";
  return { status: isLimit ? "turn_limit_reached" : "stop_signal_detected" };
}

function asStep({ status, message, error }: Outcome["steps"][number]): Step {
  if (error !== undefined) return { error: true };
  // as the product has it: one spelling, whichever the vector uses
  return message === undefined ? { status } : { status, message: read(contentSchema, message) };
}

/** Every message of the user begins a turn. */
function turnsOf(history: readonly HistoryEvent[]): readonly Invocation[] {
  const turns: SessionEvent[][] = [];
  for (const { author, content } of history) {
    if (turns.length === 0 || author === "user") turns.push([]);
    const event =
      content === undefined ? { author } : { author, content: read(contentSchema, content) };
    turns.at(-1)?.push(event);
  }
  return turns.map((events, place) => invocationFromEvents(`turn-${place}`, events, {}));
}

function wordsOf(request: ChatRequest | undefined): string {
  const { system = "", messages = [] } = request ?? { messages: [] };
  return [system, ...messages.map(({ text }) => text)].join("\n");
}
