import { statSync } from "node:fs";
import { join } from "node:path";
import { findAgentFile } from "../../agents/loading/find-agent-file.ts";
import { importedFiles } from "../../agents/loading/imported-files.ts";
import { sourceFiles } from "../../agents/loading/source-files.ts";
import { UserFacingError } from "../../core/errors.ts";
import type { HostedAgent } from "../../project/chats/host-messages.ts";
import { type AgentChild, agentChild } from "./agent-child.ts";

/**
 * The processes of agents: one an agent is kept warm, started when it is first needed, and started anew when it has died or
 * the agent's files have changed. A chat whose agent is at work on another one gets a process of its own, so that none waits
 * for, or falls with, another.
 */
export interface AgentProcesses {
  /** A process for one turn of a chat; with a model in place of the agent's own, where one is given. */
  acquire(agent: string, chat: string, model?: string): Promise<AcquiredProcess>;
  /** Loads the agent, if no process has, and says what it is. */
  describe(agent: string): Promise<HostedAgent>;
  /** What is known without loading it: an agent, or why it does not load. */
  known(agent: string): HostedAgent | UserFacingError | undefined;
  /** Nobody goes on with this chat. */
  forget(chat: string): void;
  close(): void;
}

export interface AcquiredProcess {
  readonly child: AgentChild;
  readonly agent: HostedAgent;
  /** True: the process has the chat open, as it stands. */
  readonly hasChat: boolean;
  /** `keepsChat`: the turn ended well enough for the process to go on with the chat. */
  release(keepsChat: boolean): void;
}

interface ProcessesOptions {
  readonly cwd: string;
  readonly heapMegabytes?: number | undefined;
  readonly idleMs?: number | undefined;
}

interface Held {
  readonly agent: string;
  readonly model: string | undefined;
  readonly signature: string;
  readonly child: AgentChild;
  /** Chats that it has open, the one that was last spoken in last. */
  readonly chats: Set<string>;
  isBusy: boolean;
  timer: NodeJS.Timeout | undefined;
}

const IDLE_MS = 15 * 60_000;
const MOST_PROCESSES = 8;
const MOST_CHATS = 50;
const HEAP_MEGABYTES = 1024;

export function agentProcesses({
  cwd,
  heapMegabytes = HEAP_MEGABYTES,
  idleMs = IDLE_MS,
}: ProcessesOptions): AgentProcesses {
  const held = new Set<Held>();
  const learned = new Map<string, { signature: string; found: HostedAgent | UserFacingError }>();

  function start(agent: string, signature: string, model?: string): Held {
    if (held.size >= MOST_PROCESSES) makeRoom();
    const child = agentChild({ agent, cwd, model, heapMegabytes });
    const each: Held = {
      agent,
      model,
      signature,
      child,
      chats: new Set(),
      isBusy: false,
      timer: undefined,
    };
    held.add(each);
    // with another model it may be another agent, or none
    const learn = (found: HostedAgent | UserFacingError) =>
      void (model === undefined && learned.set(agent, { signature, found }));
    child.ready.then(
      (found) => learn(found),
      (found: unknown) => {
        end(each);
        if (found instanceof UserFacingError) learn(found);
      },
    );
    return each;
  }
  function makeRoom(): void {
    const idle = [...held].find(({ isBusy }) => !isBusy);
    if (idle === undefined) {
      throw new UserFacingError("chat/busy", `${MOST_PROCESSES} agents are at work already.`, {
        hint: "Wait for one of them to answer, or stop it.",
      });
    }
    end(idle);
  }
  function end(each: Held): void {
    held.delete(each);
    clearTimeout(each.timer);
    each.child.kill("idle");
  }
  /** The processes that have the agent as it is on disk now. Those that do not end when they are idle. */
  function current(agent: string, signature: string, model?: string): readonly Held[] {
    const found: Held[] = [];
    for (const each of held) {
      if (each.agent !== agent || each.model !== model) continue;
      if (each.child.isAlive() && each.signature === signature) found.push(each);
      else if (!each.isBusy) end(each);
    }
    return found;
  }
  function pick(agent: string, chat: string | undefined, model: string | undefined): Held {
    const signature = signatureOf(agent, cwd);
    const idle = current(agent, signature, model).filter(({ isBusy }) => !isBusy);
    const having = idle.find(({ chats }) => chat !== undefined && chats.has(chat));
    return having ?? idle[0] ?? start(agent, signature, model);
  }
  function rest(each: Held): void {
    each.isBusy = false;
    clearTimeout(each.timer);
    each.timer = setTimeout(() => end(each), idleMs);
    each.timer.unref();
  }
  /** Only the process that spoke last knows how the chat stands. */
  function openOnlyIn(each: Held, chat: string): void {
    for (const other of held) {
      if (other !== each && other.chats.delete(chat)) other.child.closeChat(chat);
    }
    each.chats.delete(chat);
    each.chats.add(chat);
    const [oldest] = each.chats;
    if (each.chats.size <= MOST_CHATS || oldest === undefined) return;
    each.chats.delete(oldest);
    each.child.closeChat(oldest);
  }
  return {
    async acquire(agent, chat, model) {
      const each = pick(agent, chat, model);
      each.isBusy = true;
      clearTimeout(each.timer);
      try {
        const ready = await each.child.ready;
        const hasChat = each.chats.has(chat);
        openOnlyIn(each, chat);
        return {
          child: each.child,
          agent: ready,
          hasChat,
          release(keepsChat) {
            if (!each.child.isAlive()) return end(each);
            if (!keepsChat && each.chats.delete(chat)) each.child.closeChat(chat);
            rest(each);
          },
        };
      } catch (error) {
        end(each);
        throw error;
      }
    },
    async describe(agent) {
      const signature = signatureOf(agent, cwd);
      const [any] = current(agent, signature);
      const each = any ?? start(agent, signature);
      if (any === undefined) rest(each);
      return await each.child.ready;
    },
    known(agent) {
      const found = learned.get(agent);
      return found?.signature === signatureOf(agent, cwd) ? found.found : undefined;
    },
    forget(chat) {
      for (const each of held) if (each.chats.delete(chat)) each.child.closeChat(chat);
    },
    close() {
      for (const each of held) end(each);
    },
  };
}

/** Changes with every file that the agent is made of. */
function signatureOf(agent: string, cwd: string): string {
  const { path, directory } = findAgentFile(agent, cwd);
  const files = [path, ...sourceFiles(directory), ...importedFiles(path, directory)];
  return [...new Set([...files, join(directory, ".env")])].map(stamp).join("\n");
}

function stamp(path: string): string {
  try {
    const { mtimeMs, size } = statSync(path);
    return `${path} ${mtimeMs} ${size}`;
  } catch {
    return path;
  }
}
