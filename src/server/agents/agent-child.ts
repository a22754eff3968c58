import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import type { Writable } from "node:stream";
import { killAtExit } from "../../agents/isolation/kill-at-exit.ts";
import type { Step } from "../../core/agent.ts";
import { type ErrorCode, UserFacingError } from "../../core/errors.ts";
import type { TurnEndEvent } from "../../core/run.ts";
import type {
  HostedAgent,
  HostMessage,
  HostRequest,
  TurnOrder,
} from "../../project/chats/host-messages.ts";
import { hostProgram, REPLIES, REQUESTS } from "../../project/chats/host-streams.ts";
import { lineSigner } from "../../project/chats/signed-lines.ts";
import { type EndReason, hearReplies, howItEnded, lastWords } from "./child-words.ts";

/** An agent in a process of its own: whatever it does to that process, nobody else feels it. */
export interface AgentChild {
  /** Rejects with the reason where the agent does not load. */
  readonly ready: Promise<HostedAgent>;
  /** Runs a turn; rejects with `ChildEnded` when the process ends in the midst of it. One at a time. */
  run(order: TurnOrder, hear: TurnListener): Promise<TurnEndEvent>;
  /** Asks the turn that is going on to end; a process that does not answer is ended. */
  stop(): void;
  closeChat(chat: string): void;
  isAlive(): boolean;
  /** Ends the process with everything that it has started. */
  kill(why?: EndReason): void;
}

interface TurnListener {
  readonly onStep: (step: Step) => void;
  readonly onText: (text: string) => void;
}

export class ChildEnded extends Error {
  override readonly name = "ChildEnded";
  readonly reason: EndReason | undefined;

  constructor(message: string, reason: EndReason | undefined) {
    super(message);
    this.reason = reason;
  }
}

interface ChildOptions {
  /** The agent's folder or file. */
  readonly agent: string;
  readonly cwd: string;
  /** In place of its own. */
  readonly model?: string | undefined;
  readonly heapMegabytes: number;
}

const LOAD_MS = 130_000;
/** Beyond its own deadline, a turn gets so long to say how it ended. */
const GRACE_MS = 3_000;
const STOP_MS = 1_500;
const DRAIN_MS = 500;

export function agentChild({ agent, cwd, model, heapMegabytes }: ChildOptions): AgentChild {
  const child = spawn(
    process.execPath,
    [`--max-old-space-size=${heapMegabytes}`, "--no-warnings", hostProgram()],
    // a group of its own, so that what it starts ends with it; its prints end here
    {
      cwd,
      detached: process.platform !== "win32",
      stdio: ["ignore", "pipe", "pipe", "pipe", "pipe"],
    },
  );
  const forget = killAtExit(child);
  const keys = [newKey(), newKey()] as const;
  const sign = lineSigner(keys[0]);
  const tail = lastWords(child);
  const loading = Promise.withResolvers<HostedAgent>();
  // nobody may wait for it yet
  loading.promise.catch(() => {});
  let turn:
    | { readonly hear: TurnListener; resolve(event: TurnEndEvent): void; reject(e: Error): void }
    | undefined;
  let reason: EndReason | undefined;
  let hasExited = false;
  let isOver = child.pid === undefined;
  const loadTimer = setTimeout(() => kill("deadline"), LOAD_MS);

  function kill(why?: EndReason): void {
    if (child.pid === undefined || isOver) return;
    if (!hasExited) reason ??= why;
    try {
      if (process.platform === "win32") child.kill("SIGKILL");
      else process.kill(-child.pid, "SIGKILL");
    } catch {
      // already gone
    }
  }
  function end(how: string): void {
    isOver = true;
    clearTimeout(loadTimer);
    forget();
    const said = tail();
    loading.reject(
      new UserFacingError(
        "agent/failed",
        `The agent's process ended while it was loaded (${how}).${said}`,
      ),
    );
    turn?.reject(
      new ChildEnded(`The agent's process ended before it answered (${how}).${said}`, reason),
    );
    turn = undefined;
  }
  function hear(message: HostMessage): void {
    switch (message.type) {
      case "ready": {
        const { type: _, ...ready } = message;
        clearTimeout(loadTimer);
        loading.resolve(ready);
        return;
      }
      case "broken": {
        const { code, message: text, hint, place, printed } = message.problem;
        loading.reject(new UserFacingError(code as ErrorCode, text, { hint, place, printed }));
        return;
      }
      case "step":
        turn?.hear.onStep(message.step);
        return;
      case "text":
        turn?.hear.onText(message.text);
        return;
      case "turn":
        turn?.resolve(message.event);
        turn = undefined;
    }
  }
  hearReplies(child, { key: keys[1], hear, onForged: () => kill("forged") });
  child.on("error", (error) => end(error.message));
  child.stdio[REPLIES]?.once("end", () => {
    // a process that has closed its way to us has nothing more to say, whatever it goes on with
    setTimeout(() => kill("closed"), DRAIN_MS);
  });
  child.on("exit", (code, signal) => {
    hasExited = true;
    const over = () => end(howItEnded(code, signal, reason));
    // what it said last may still be on its way, and something that it started may keep the stream open
    const timer = setTimeout(over, DRAIN_MS);
    child.stdio[REPLIES]?.once("close", () => {
      clearTimeout(timer);
      over();
    });
  });
  const requests = child.stdio[REQUESTS] as Writable;
  // its end is told by itself
  requests.on("error", () => {});
  requests.write(`${keys.join(" ")}\n`);
  const ask = (request: HostRequest) => void requests.write(sign(request));
  ask({ type: "load", agent, cwd, model });

  return {
    ready: loading.promise,
    async run(order, listener) {
      if (isOver) throw new ChildEnded("The agent's process has ended.", reason);
      const done = Promise.withResolvers<TurnEndEvent>();
      turn = { hear: listener, resolve: done.resolve, reject: done.reject };
      ask(order);
      const timer = setTimeout(() => kill("deadline"), order.timeoutMs + GRACE_MS);
      try {
        return await done.promise;
      } finally {
        clearTimeout(timer);
      }
    },
    stop() {
      const stopped = turn;
      ask({ type: "stop" });
      setTimeout(() => {
        if (turn !== undefined && turn === stopped) kill("stop");
      }, STOP_MS);
    },
    closeChat: (chat) => ask({ type: "close", chat }),
    isAlive: () => !isOver,
    kill,
  };
}

function newKey(): string {
  return randomBytes(32).toString("hex");
}
