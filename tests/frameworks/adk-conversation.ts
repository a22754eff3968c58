import { join } from "node:path";
import { expect } from "vitest";
import { adkAdapter } from "../../src/agents/adk/adk-agent.ts";
import { importerFrom } from "../../src/agents/loading/import-package.ts";
import { invocationFromTurn } from "../../src/agents/recording/invocation-from-turn.ts";
import { recordTurn } from "../../src/agents/recording/record-turn.ts";
import type {
  Agent,
  Conversation,
  ConversationStart,
  Step,
  TurnInput,
  TurnRecord,
} from "../../src/core/agent.ts";
import { textContent } from "../../src/core/content.ts";
import type { Invocation } from "../../src/core/invocation.ts";
import { installExample } from "../install-example.ts";
import { type Adk, make, type Script, scriptedModel } from "./adk-scripted.ts";

let need: (specifier: string) => Promise<unknown>;

/** The real package, as an agent in the folder of an example gets it. */
export async function loadAdk(): Promise<Adk> {
  need = importerFrom(join(await installExample("adk-dice"), "agent.ts"));
  return (await need("@google/adk")) as Adk;
}

/** Another package that the example has. */
export function needed(specifier: string): Promise<unknown> {
  return need(specifier);
}

export function scriptedAgent(
  adk: Adk,
  name: string,
  script: Script,
  options: object = {},
): object {
  return make(adk, "LlmAgent", { name, model: scriptedModel(adk, script), ...options });
}

export async function wrapped(target: object): Promise<Agent> {
  const found = await adkAdapter.wrap(target, { name: "test", directory: ".", need });
  if (found === undefined) throw new Error("not recognised");
  return found;
}

export function open(target: Agent, init: Partial<ConversationStart> = {}): Promise<Conversation> {
  const { signal } = new AbortController();
  return Promise.resolve(target.start({ id: "session", user: "Ada", state: {}, signal, ...init }));
}

type Said = string | { readonly parts: readonly object[] };

export async function talk(
  target: object,
  messages: readonly Said[],
  { timeoutMs = 20_000, ...init }: Partial<ConversationStart> & { timeoutMs?: number } = {},
): Promise<{ turns: TurnRecord[]; state: unknown; memory: unknown[]; resumed: boolean }> {
  const conversation = await open(
    "start" in target ? (target as Agent) : await wrapped(target),
    init,
  );
  const turns: TurnRecord[] = [];
  const memory: unknown[] = [];
  for (const message of messages) {
    turns.push(await recordTurn(conversation, say(message), { timeoutMs }));
    memory.push(conversation.memory?.());
  }
  const state = await conversation.state?.();
  await conversation.close?.();
  return { turns, state, memory, resumed: conversation.resumed === true };
}

export function say(said: Said): TurnInput {
  if (typeof said === "string") return { text: said, content: textContent("user", said) };
  return { text: "", content: { role: "user", parts: said.parts as never } };
}

export function invocationOf(turn: TurnRecord | undefined, text: string): Invocation {
  if (turn === undefined) throw new Error("there was no turn");
  const userContent = textContent("user", text);
  return invocationFromTurn(turn, { invocationId: "1", userContent, author: "x", startedAt: 0 });
}

/** Steps as lines: inside which calls, by whom, what. */
export function lines(turn: TurnRecord | undefined): readonly string[] {
  return (turn?.steps ?? []).flatMap((step) => {
    const told = lineOf(step);
    return told === undefined ? [] : [step.within ? `in ${step.within.join(" > ")} ${told}` : told];
  });
}

function lineOf(step: Step): string | undefined {
  switch (step.type) {
    case "text":
      return `${step.author}: ${step.text}`;
    case "call":
      return `${step.author}: ${step.id} ${step.tool} ${JSON.stringify(step.args)}`;
    case "result":
      return step.error === undefined
        ? `${step.id} gave ${JSON.stringify(step.output)}`
        : `${step.id} failed: ${step.error}`;
    case "pause":
      return `${step.id} waits: ${step.why}`;
    case "fault":
      return `fault: ${step.message}`;
    case "usage":
      return undefined;
  }
}

export function tokensOf(turn: TurnRecord | undefined): {
  calls: number;
  input: number;
  output: number;
} {
  const total = { calls: 0, input: 0, output: 0 };
  for (const step of turn?.steps ?? []) {
    if (step.type !== "usage") continue;
    expect(step.model).toBe("scripted");
    total.calls += step.usage.calls;
    total.input += step.usage.input;
    total.output += step.usage.output;
  }
  return total;
}
