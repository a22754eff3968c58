import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import type { TurnEndEvent } from "../../../core/run.ts";
import { isObject } from "../../../core/schema/parse-context.ts";
import { invocationsFromEvents, type SessionEvent } from "../../../core/session-event.ts";
import {
  beginChat,
  CHAT_KEY,
  readChat,
  setChatState,
} from "../../../project/chats/chat-journal.ts";
import type { WorkspaceAgent } from "../../agents/workspace-agents.ts";
import type { ServerParts } from "../../api/server-parts.ts";
import { appOf, needApp } from "../adk-app.ts";
import { createSessionBody, patchSessionBody, stateBody } from "../adk-bodies.ts";
import { AdkRefusal, type AdkRequest, type AdkRoutes } from "../adk-route.ts";
import { evalSession } from "../results/eval-session.ts";
import { findSession, sessionsOf } from "./find-session.ts";
import { sessionJson } from "./session-json.ts";

const all = "/apps/:app/users/:user/sessions";
const one = `${all}/:session`;

/** Sessions are chats: made, listed, read, changed and deleted. */
export const sessionRoutes: AdkRoutes = [
  ["GET", [all], async (request) => await listed(request)],
  [
    "POST",
    [all],
    async (request) => {
      const body = (await request.body(createSessionBody)) ?? {};
      return await created(request, { ...body, id: body.sessionId ?? randomUUID() });
    },
  ],
  [
    "POST",
    [one],
    async (request) => {
      const state = await request.body(stateBody);
      return await created(request, { state, id: request.param("session") });
    },
  ],
  ["GET", [one], async (request) => await read(request)],
  ["PATCH", [one], async (request) => await patched(request)],
  [
    "DELETE",
    [one],
    async (request) => {
      const chat = await chatOf(request);
      if (chat !== undefined) await request.parts.chats.remove(chat.chatId);
    },
  ],
  ["GET", [`${one}/artifacts`], async () => []],
  [
    "GET",
    [`${one}/artifacts/:name`, `${one}/artifacts/:name/versions/:version`],
    () => {
      throw new AdkRefusal(404, "Artifacts of agents are not kept here.");
    },
  ],
];

async function listed({ param, parts }: AdkRequest) {
  const app = appOf(param("app"), parts);
  if (app === undefined) return [];
  return (await sessionsOf(app, param("user"), parts)).map(({ about, updatedAt, name }) => ({
    id: about.chat?.sessionId,
    appName: app.name,
    userId: param("user"),
    state: name === undefined ? {} : { __session_metadata__: { displayName: name } },
    events: [],
    lastUpdateTime: Date.parse(updatedAt) / 1000,
  }));
}

interface NewSession {
  readonly id: string;
  readonly state?: Readonly<Record<string, unknown>> | null | undefined;
  readonly events?: readonly object[] | null | undefined;
}

async function created({ param, parts }: AdkRequest, { id, state, events }: NewSession) {
  const app = needApp(param("app"), parts);
  const userId = param("user");
  if ((await findSession({ app, userId, sessionId: id }, parts)) !== undefined) {
    throw new AdkRefusal(409, `Session already exists: ${id}`);
  }
  const chatId = await beginChat(parts.runs, {
    agent: { name: app.name, path: relative(parts.cwd, app.folder) || "." },
    cwd: parts.cwd,
    version: parts.version,
    state: state ?? (await initialState(app)),
    name: displayNameOf(state),
    sessionId: id,
    userId,
    turns: invocationsFromEvents((events ?? []) as readonly SessionEvent[]).map(
      (invocation, turn): TurnEndEvent => ({
        type: "turn-end",
        runId: "",
        ...CHAT_KEY,
        turn,
        invocation,
      }),
    ),
  });
  return sessionJson(await readChat(parts.runs, chatId), app.name);
}

/** What new sessions begin with, as it stands beside the agent. */
async function initialState({ folder }: WorkspaceAgent): Promise<Record<string, unknown>> {
  try {
    const said: unknown = JSON.parse(await readFile(join(folder, "initial_state.json"), "utf8"));
    return isObject(said) ? said : {};
  } catch {
    return {};
  }
}

/** What ADK's page keeps of a session's name, in its state. */
function displayNameOf(state: NewSession["state"]): string | undefined {
  const about = state?.__session_metadata__;
  const name = isObject(about) ? about.displayName : undefined;
  return typeof name === "string" && name !== "" ? name.slice(0, 200) : undefined;
}

async function chatOf({ param, parts }: AdkRequest) {
  const app = appOf(param("app"), parts);
  if (app === undefined) return undefined;
  return await findSession({ app, userId: param("user"), sessionId: param("session") }, parts);
}

async function read(request: AdkRequest) {
  const { param, parts } = request;
  const app = appOf(param("app"), parts);
  const chat = await chatOf(request);
  if (app !== undefined && chat !== undefined) return sessionJson(chat, app.name);
  // those of evals are found whoever asks: pages ask as themselves
  const found = app && (await evalSession(app, param("session"), parts));
  if (found !== undefined) return found;
  throw noSession();
}

async function patched(request: AdkRequest) {
  const { stateDelta } = await request.body(patchSessionBody);
  const { param, parts } = request;
  const app = needApp(param("app"), parts);
  const chat = await chatOf(request);
  if (chat === undefined) throw noSession();
  const { chatId } = chat;
  await changeState(chatId, stateDelta, parts);
  return sessionJson(await readChat(parts.runs, chatId), app.name);
}

async function changeState(chatId: string, delta: Record<string, unknown>, parts: ServerParts) {
  await parts.chats.alone(chatId, async (chat) => {
    await setChatState(parts.runs, chat, { ...chat.state, ...delta });
    const name = displayNameOf(delta);
    if (name === undefined) return;
    const at = new Date().toISOString();
    await parts.runs.append({ type: "run-mark", runId: chatId, at, name });
  });
  parts.processes.forget(chatId);
}

function noSession(): AdkRefusal {
  return new AdkRefusal(404, "Session not found");
}
