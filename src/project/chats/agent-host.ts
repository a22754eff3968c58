// The entry of a process that holds one agent for chats. What it is asked comes in on one stream and what it says goes out
// on another, both signed: what an agent prints, or writes to any stream, is none of it.
import { Socket } from "node:net";
import { whenSpoiled } from "../../agents/isolation/built-ins.ts";
import { captureTurnOutput } from "../../agents/isolation/capture-turn-output.ts";
import { gateProcess, ungated } from "../../agents/isolation/gate-process.ts";
import { guardProcess } from "../../agents/isolation/guard-process.ts";
import { asUserCode } from "../../agents/isolation/user-code.ts";
import { setInterval } from "../../core/async/own-timers.ts";
import { isUserFacingError, messageOf } from "../../core/errors.ts";
import { shownMask } from "../run/secrets/run-secrets.ts";
import { watchMainThread } from "../run/watchdog/watch-main-thread.ts";
import type { HostMessage, HostProblem, HostRequest } from "./host-messages.ts";
import { REPLIES, REQUESTS } from "./host-streams.ts";
import { type HostedChats, hostAgent } from "./hosted-chats.ts";
import { lineReader, lineSigner } from "./signed-lines.ts";

/** Longer than any turn may compute without a pause: the server ends it long before, as long as there is a server. */
const STUCK_SECONDS = 130;
const FAILED = 1;
const PARENT_MS = 2_000;

gateProcess({ strict: true });
guardProcess(() => {});
captureTurnOutput();
watchMainThread(() => FAILED).watch(STUCK_SECONDS);
whenSpoiled((what, isAddition) => {
  if (isAddition) return;
  ungated.writeSync(2, `\nThe agent changed ${what} for good.\n`);
  ungated.reallyExit(FAILED);
});

const input = new Socket({ fd: REQUESTS, readable: true, writable: false });
let rest = "";
let read: ((line: string) => unknown) | undefined;
let sign: ((message: object) => string) | undefined;
let chats: HostedChats | undefined;

input.setEncoding("utf8").on("data", (text: string) => {
  const lines = (rest + text).split("\n");
  rest = lines.pop() ?? "";
  for (const line of lines) onLine(line);
});
// whoever asked is gone, so that nobody needs the agent any more
input.on("close", () => void end());

// an agent may have closed the stream that would tell so
const { ppid } = process;
setInterval(() => {
  if (process.ppid !== ppid) ungated.reallyExit(0);
}, PARENT_MS).unref();

function onLine(line: string): void {
  if (read === undefined) {
    // the first line is the key, one for each way; no code of a user has been loaded yet
    const [forRequests = "", forReplies = ""] = line.split(" ");
    read = lineReader(forRequests);
    sign = lineSigner(forReplies);
    return;
  }
  const request = read(line) as HostRequest | undefined;
  if (request !== undefined) void asUserCode(() => answer(request));
}

async function answer(request: HostRequest): Promise<void> {
  switch (request.type) {
    case "load":
      return await load(request);
    case "turn":
      return await chats?.run(request);
    case "stop":
      return chats?.stop();
    case "close":
      return await chats?.close(request.chat);
  }
}

async function load({ agent, cwd, model }: Extract<HostRequest, { type: "load" }>): Promise<void> {
  try {
    chats = await hostAgent({ agent, cwd, model, say });
    say({ type: "ready", ...chats.agent });
  } catch (error) {
    say({ type: "broken", problem: problemOf(error) });
    await end();
  }
}

function problemOf(error: unknown): HostProblem {
  if (!isUserFacingError(error)) return { code: "agent/failed", message: messageOf(error) };
  const { code, message, hint, place, printed } = error;
  return shownMask().value({ code, message, hint, place, printed });
}

/** At once, so that what an agent did before it blocks the process is known. */
function say(message: HostMessage): void {
  try {
    ungated.writeSync(REPLIES, sign?.(message) ?? "");
  } catch {
    // nobody listens any more, which the other stream tells as well
  }
}

async function end(): Promise<void> {
  await chats?.dispose().catch(() => {});
  ungated.reallyExit(0);
}
