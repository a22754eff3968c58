import type {
  Agent,
  AgentAdapter,
  Conversation,
  ConversationStart,
  Turn,
  TurnInput,
} from "../core/agent.ts";
import { type Content, textOf } from "../core/content.ts";
import { UserFacingError } from "../core/errors.ts";
import type { Invocation } from "../core/invocation.ts";
import { shown } from "../core/schema/parse-context.ts";
import { plainCopy } from "./recording/plain-data.ts";
import { stepMistake } from "./recording/step-mistake.ts";
import { turnScope } from "./recording/turn-scope.ts";
import { isStep, type LooseStep, writeStep } from "./recording/write-step.ts";

/** An agent as a plain function: the user's text in, the answer out. */
export type AgentFunction = (text: string, context: FunctionContext) => FunctionAnswer;

/** The answer, an object that holds it as `text`, nothing when it was written to the turn, or steps one by one. */
export type FunctionAnswer = Answer | Promise<Answer> | AsyncIterable<string | LooseStep, Answer>;

// biome-ignore lint/suspicious/noConfusingVoidType: a function that only writes to the turn returns nothing
type Answer = string | { readonly text?: string | undefined } | undefined | void;

/** Everything a function agent may use. */
export interface FunctionContext {
  /** Where tool calls, texts on the way and token counts are reported. */
  readonly turn: Turn;
  /** What was said before this message. */
  readonly history: readonly Message[];
  /** The session state: a copy that belongs to this conversation, to read and to change. */
  readonly state: Record<string, unknown>;
  /** Session id. */
  readonly id: string;
  readonly user: string;
  /** The user's message with all its parts. */
  readonly content: Content | undefined;
  /** Set where a program sends the answer to an earlier pause itself. In a run it is a `functionResponse` of `content`. */
  readonly answer: { readonly id: string; readonly value: unknown } | undefined;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

export interface Message {
  readonly role: "user" | "assistant";
  readonly content: string;
}

/** Makes an agent of a function. Its conversations share nothing but the function, so they can go on after a crash. */
export function functionAgent(run: AgentFunction, name = run?.name || "agent"): Agent {
  if (typeof run !== "function" || typeof name !== "string") {
    const [what, wanted] =
      typeof run === "function" ? [name, "the agent's name"] : [run, "a function"];
    throw new UserFacingError(
      "agent/invalid",
      `functionAgent was given ${what === undefined ? "nothing" : shown(what)}; ${wanted} was expected.`,
      { hint: 'Write functionAgent((text) => answer, "desk").' },
    );
  }
  return { name, asksEnvironment: true, start: (init) => new FunctionConversation(run, init) };
}

export const functionAdapter: AgentAdapter = {
  name: "function",
  wrap(target, { name }) {
    return typeof target === "function" ? functionAgent(target as AgentFunction, name) : undefined;
  },
};

/** A class, so that nobody else passes as one. What it does it has itself, for those who spread it. */
class FunctionConversation implements Conversation {
  readonly resumed: boolean;
  readonly send: Conversation["send"];
  readonly state: NonNullable<Conversation["state"]>;
  readonly #state: Record<string, unknown>;
  readonly #tell: FunctionConversation["state"];

  constructor(
    run: AgentFunction,
    { id, user, state: initial, history: earlier }: ConversationStart,
  ) {
    const state = plainCopy(initial);
    const history = (earlier ?? []).flatMap(messagesOf);
    this.#state = state;
    this.resumed = earlier !== undefined;
    this.#tell = () => plainCopy(state);
    this.state = this.#tell;
    this.send = async (input, turn) => {
      const text = userText(input);
      const context: FunctionContext = {
        turn,
        history: [...history],
        state,
        id,
        user,
        content: "content" in input ? input.content : undefined,
        answer: "answer" in input ? input.answer : undefined,
        // looked up only by those who use it
        get signal() {
          return turn.signal;
        },
      };
      const returned = run(text, context);
      if (typeof returned === "string") noteAnswered();
      const answer = await answerOf(returned, turn, (next) => replaceState(state, next));
      history.push({ role: "user", content: text });
      if (answer) history.push({ role: "assistant", content: answer });
      return answer;
    };
  }

  static ownState(conversation: Conversation): Record<string, unknown> | undefined {
    const isOwn = #state in conversation && conversation.state === conversation.#tell;
    return isOwn ? conversation.#state : undefined;
  }
}

/** The object that holds a conversation's state, where nothing but our own copying tells it. */
export const { ownState } = FunctionConversation;

function noteAnswered(): void {
  const scope = turnScope.getStore();
  if (scope !== undefined) scope.answeredAtOnce = true;
}

function messagesOf({ userContent, finalResponse }: Invocation): readonly Message[] {
  const answer = textOf(finalResponse);
  const asked: Message = { role: "user", content: textOf(userContent) ?? "" };
  return answer ? [asked, { role: "assistant", content: answer }] : [asked];
}

function userText(input: TurnInput): string {
  if ("text" in input) return input.text;
  const { value } = input.answer;
  return typeof value === "string" ? value : JSON.stringify(value);
}

type ReplaceState = (next: Readonly<Record<string, unknown>>) => void;

async function answerOf(
  returned: FunctionAnswer,
  turn: Turn,
  setState: ReplaceState,
): Promise<string | undefined> {
  const answer = isIterable(returned) ? await readSteps(returned, turn, setState) : await returned;
  if (answer === undefined || answer === null) return undefined;
  if (typeof answer === "string") return answer;
  if (typeof answer === "object" && typeof answer.text === "string") return answer.text;
  throw new TypeError(
    `the agent's function returned ${typeof answer}; a string or an object with "text" was expected`,
  );
}

function isIterable(value: FunctionAnswer): value is AsyncIterable<string | LooseStep, Answer> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}

/** In place: the agent's own code holds the same object. */
function replaceState(
  state: Record<string, unknown>,
  next: Readonly<Record<string, unknown>>,
): void {
  const copy = plainCopy(next);
  for (const key of Object.keys(state)) delete state[key];
  Object.assign(state, copy);
}

/** Pieces of text are joined into the answer; steps are written as they come. */
async function readSteps(
  steps: AsyncIterable<string | LooseStep, Answer>,
  turn: Turn,
  setState: ReplaceState,
): Promise<Answer> {
  const iterator = steps[Symbol.asyncIterator]();
  const scope = turnScope.getStore();
  let streamed = "";
  const stream = (text: string) => {
    streamed = text;
    // a turn that ends in the midst of its answer keeps what was said of it
    if (scope !== undefined) scope.unsaid = text;
  };
  for (;;) {
    const { done, value } = await iterator.next();
    if (done === true) return value ?? (streamed === "" ? undefined : streamed);
    if (typeof value === "string") {
      stream(streamed + value);
      scope?.onText?.(value);
      continue;
    }
    if (!isStep(value)) throw neither();
    // what was said before a call or a fault stands before it, too, and is no part of the answer
    if ((value.type === "call" || value.type === "fault") && streamed !== "") {
      turn.text(streamed);
      stream("");
    }
    report(value, turn, setState);
  }
}

function neither(): TypeError {
  return new TypeError("the agent's generator gave something that is neither text nor a step");
}

/** What a program would write as messages, a generator has in its context or does by ending. */
const insteadOf: Readonly<Record<string, string>> = {
  done: "It ends by returning, with the answer or without.",
  ask: "A generator gets tools that are simulated through tool() of assay/agents.",
};

function report(step: LooseStep, turn: Turn, setState: ReplaceState): void {
  const mistake = stepMistake(step) ?? insteadOf[step.type];
  if (mistake !== undefined) {
    throw new TypeError(`the agent's generator gave a wrong step. ${mistake}`);
  }
  if (step.type === "state") setState((step.state ?? {}) as Readonly<Record<string, unknown>>);
  else if (!writeStep(turn, step)) throw neither();
}
