import type { ChildProcess } from "node:child_process";
import type { Readable } from "node:stream";
import { lastSaid } from "../../core/text/last-said.ts";
import type { HostMessage } from "../../project/chats/host-messages.ts";
import { REPLIES } from "../../project/chats/host-streams.ts";
import { lineReader } from "../../project/chats/signed-lines.ts";
import { readHostMessage } from "./read-host-message.ts";

/** Why we have ended a process; undefined where it ended by itself. */
export type EndReason = "stop" | "deadline" | "forged" | "closed" | "idle";

/** One message longer than this is no message but a runaway. */
const LINE_LIMIT = 64 * 1024 * 1024;

interface Listening {
  readonly key: string;
  readonly hear: (message: HostMessage) => void;
  readonly onForged: () => void;
}

/** Reads what the process says. Something that is not signed is no word of ours, and the agent's code has written it. */
export function hearReplies(child: ChildProcess, { key, hear, onForged }: Listening): void {
  const read = lineReader(key);
  let rest = "";
  const replies = child.stdio[REPLIES] as Readable;
  replies.on("error", () => {});
  replies.setEncoding("utf8").on("data", (text: string) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const message = readHostMessage(read(line));
      if (message === undefined) return onForged();
      hear(message);
    }
    if (rest.length > LINE_LIMIT) onForged();
  });
}

/** What it wrote to its streams goes nowhere; the end of it says why it ended. */
export function lastWords(child: ChildProcess): () => string {
  let tail = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("error", () => {});
    stream?.setEncoding("utf8").on("data", (text: string) => {
      tail = (tail + text).slice(-4096);
    });
  }
  return () => {
    if (/heap out of memory/.test(tail)) return "";
    const last = lastSaid(tail);
    return last ? ` It last wrote: ${last.slice(0, 300)}` : "";
  };
}

export function howItEnded(
  code: number | null,
  signal: NodeJS.Signals | null,
  reason: EndReason | undefined,
): string {
  switch (reason) {
    case "forged":
      return "it wrote to a stream that is not its own, and was ended";
    case "closed":
      return "it closed the stream that it answers on, and was ended";
    case "deadline":
      return "it did not answer in its time, and was ended";
    case "stop":
      return "it was asked to stop, did not, and was ended";
    case "idle":
      return "it was ended";
    case undefined:
      break;
  }
  // Node aborts so when its heap is full
  if (code === 134 || signal === "SIGABRT") return "it used more memory than it may";
  return signal === null ? `exit code ${code}` : signal;
}
