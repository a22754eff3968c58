import { resolve } from "node:path";
import type {
  Agent,
  AgentAdapter,
  Conversation,
  ConversationStart,
  Turn,
  TurnInput,
} from "../core/agent.ts";
import { textOf } from "../core/content.ts";
import { UserFacingError } from "../core/errors.ts";
import { parseJson } from "../core/json/json-text.ts";
import { isObject } from "../core/schema/parse-context.ts";
import { type AgentProcess, agentProcess } from "./agent-process.ts";
import { type BoundedOutput, boundedOutput } from "./recording/bounded-output.ts";
import { asObject, plainCopy } from "./recording/plain-data.ts";
import { stepMistake } from "./recording/step-mistake.ts";
import { simulatedAnswer } from "./recording/turn-environment.ts";
import { AgentFault, turnScope } from "./recording/turn-scope.ts";
import { isStep, type LooseStep, writeStep } from "./recording/write-step.ts";
import { rememberEnv } from "./secrets/known-secrets.ts";

/** As much of a wrong line as fits into a sentence. */
const LINE_SHOWN = 200;

/** Steps of one turn that we are ready to keep, in characters of JSON. */
const TURN_LIMIT = 64 * 1024 * 1024;

/** A program that speaks JSON lines: one process a conversation, one line a step. */
export interface CommandTarget {
  readonly command: readonly string[];
  readonly name?: string | undefined;
  /** Relative to the agent's folder. */
  readonly cwd?: string | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** True when the program resumes from the `history` of its start message. */
  readonly resumes?: boolean | undefined;
  /** True when the program asks before it runs a tool, so that a simulated environment can answer in its place. */
  readonly asks?: boolean | undefined;
}

export function commandAgent(target: CommandTarget, directory = process.cwd()): Agent {
  if (!isCommandTarget(target)) {
    throw new UserFacingError("agent/invalid", "commandAgent was given no command.", {
      hint: 'Write commandAgent({ command: ["python3", "agent.py"] }).',
    });
  }
  return {
    name: target.name ?? target.command[0] ?? "command",
    asksEnvironment: target.asks === true,
    start: (init) => commandConversation(target, directory, init),
  };
}

export const commandAdapter: AgentAdapter = {
  name: "command",
  wrap(target, { name, directory }) {
    if (!isCommandTarget(target)) return undefined;
    // what only the program is given may be revealed by it all the same
    rememberEnv(`${directory} ${name}`, target.env ?? {});
    return commandAgent({ name, ...target }, directory);
  },
};

function isCommandTarget(target: unknown): target is CommandTarget {
  if (typeof target !== "object" || target === null) return false;
  const { command } = target as { command?: unknown };
  return (
    Array.isArray(command) &&
    command.length > 0 &&
    command.every((word) => typeof word === "string")
  );
}

/** The turn that is waiting for the program's lines. */
interface OpenTurn {
  readonly turn: Turn;
  received: number;
  done(text: string | undefined): void;
  fail(fault: Error): void;
}

function commandConversation(
  target: CommandTarget,
  directory: string,
  init: ConversationStart,
): Conversation {
  let open: OpenTurn | undefined;
  let over: AgentFault | undefined;
  let early: AgentFault | undefined;
  let state: Readonly<Record<string, unknown>> | undefined;
  // what is printed between turns is kept with the next one
  const between = boundedOutput();
  let log: BoundedOutput = between;

  const child = agentProcess({
    command: target.command,
    cwd: resolve(directory, target.cwd ?? "."),
    env: { ...process.env, ...target.env },
    onLog: (text) => log.add(text),
    onLine(line) {
      const message = readMessage(line);
      const mistake = message === undefined ? undefined : stepMistake(message);
      if (mistake !== undefined) {
        log.add(`${line}\n`);
        refuse(mistake, line);
      } else if (!isStep(message)) log.add(`${line}\n`);
      else if (message.type === "state") state = stateOf(message);
      else if (message.type === "ask") void sendAnswer(child, open?.turn, message);
      else onStep(message, line);
    },
    onEnd(fault) {
      over = fault;
      open?.fail(fault);
    },
  });

  /** Told with the turn it stands in, or with the next one: what was meant would be missing there. */
  function refuse(mistake: string, line: string): void {
    const shown = line.length > LINE_SHOWN ? `${line.slice(0, LINE_SHOWN)}…` : line;
    const fault = new AgentFault(`${mistake} The agent's process wrote: ${shown}`);
    if (open === undefined) early ??= fault;
    else open.fail(fault);
  }

  function onStep(message: LooseStep, line: string): void {
    if (open === undefined) return;
    open.received += line.length;
    if (open.received > TURN_LIMIT) {
      open.fail(new AgentFault("The agent's process wrote more than 64 MB in one turn."));
    } else if (message.type === "done") {
      state = stateOf(message) ?? state;
      const text = message.text;
      open.done(typeof text === "string" ? text : undefined);
    } else if (!writeStep(open.turn, message)) log.add(`${line}\n`);
  }

  const started = child.write(JSON.stringify(startMessage(target, init)));
  return {
    resumed: target.resumes === true && init.history !== undefined,
    async send(input, turn) {
      log = turnScope.getStore()?.output ?? between;
      moveText(between, log);
      turn.signal.addEventListener("abort", () => void sendMessage(child, { type: "abort" }));
      try {
        return await new Promise<string | undefined>((resolve, reject) => {
          const fault = early ?? over;
          early = undefined;
          if (fault !== undefined) return reject(fault);
          // what it wrote to its other stream just before may still be on its way
          const done = (text: string | undefined) => setImmediate(() => resolve(text));
          open = { turn, received: 0, done, fail: reject };
          started.then(() => sendMessage(child, userMessage(input))).catch(reject);
        });
      } finally {
        open = undefined;
        log = between;
      }
    },
    state: async () => state,
    close: () => child.close(),
  };
}

function sendMessage(child: AgentProcess, message: object): Promise<void> {
  return child.write(JSON.stringify(message));
}

/** Whether a tool that the program is about to run is simulated, and what it answers then. */
async function sendAnswer(
  child: AgentProcess,
  turn: Turn | undefined,
  { id, tool, name, args }: LooseStep,
): Promise<void> {
  const asked = String(tool ?? name ?? "");
  const answer = turn && (await simulatedAnswer(turn, asked, asObject(args ?? {}, "value")));
  const isSimulated = answer !== undefined && answer.kind !== "real";
  const reply = isSimulated ? { simulated: true, output: answer.result } : { simulated: false };
  await sendMessage(child, { type: "answer", id, ...reply });
}

function startMessage({ resumes }: CommandTarget, init: ConversationStart): object {
  const { id, user, state, history, isSimulated } = init;
  const start = {
    type: "start",
    id,
    user,
    state,
    ...(isSimulated === true ? { simulated: true } : {}),
  };
  if (resumes !== true || history === undefined) return start;
  const said = history.flatMap(({ userContent, finalResponse }) => [
    { role: "user", content: textOf(userContent) ?? "" },
    { role: "assistant", content: textOf(finalResponse) ?? "" },
  ]);
  return { ...start, history: said };
}

function userMessage(input: TurnInput): object {
  if ("answer" in input) return { type: "user", answer: input.answer };
  const { text, content } = input;
  const isPlain = content.parts?.every((part) => part.text !== undefined) ?? true;
  return isPlain ? { type: "user", text } : { type: "user", text, content };
}

/** Lines that are no messages are the program's own prints. */
function readMessage(line: string): Readonly<Record<string, unknown>> | undefined {
  if (!line.startsWith("{")) return undefined;
  try {
    const message = parseJson(line);
    return isObject(message) ? message : undefined;
  } catch {
    return undefined;
  }
}

function stateOf({ state }: LooseStep): Readonly<Record<string, unknown>> | undefined {
  const isObject = typeof state === "object" && state !== null && !Array.isArray(state);
  return isObject ? plainCopy(state as Record<string, unknown>) : undefined;
}

function moveText(from: BoundedOutput, to: BoundedOutput): void {
  if (from === to) return;
  const text = from.drain();
  if (text !== undefined) to.add(text);
}
