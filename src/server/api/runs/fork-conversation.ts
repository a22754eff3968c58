import { randomUUID } from "node:crypto";
import { dirname, extname, relative } from "node:path";
import { z } from "zod";
import { UserFacingError } from "../../../core/errors.ts";
import type { RunInfo } from "../../../core/run-info.ts";
import { chatFromRun } from "../../../project/chats/chat-journal.ts";
import { findRun } from "../../../project/history/finding/find-run.ts";
import { agentPathOf, findAgent } from "../../agents/find-agent.ts";
import type { WorkspaceAgent } from "../../agents/workspace-agents.ts";
import { route } from "../route.ts";
import type { ServerParts } from "../server-parts.ts";
import { findConversation } from "./find-conversation.ts";

export const forkConversation = route({
  summary:
    "A new chat that begins with the turns of a conversation of this run, through one of them.",
  body: z.strictObject({
    set: z.string(),
    case: z.string(),
    /** Counted from 0, as is the last turn that the chat begins with. */
    trial: z.number().int().min(0).default(0),
    turn: z.number().int().min(0),
  }),
  reply: z.object({ agent: z.string(), chatId: z.string() }),
  status: 201,
  async handle({ params, body, parts }) {
    const runId = await findRun(parts.runs, params.run, { cwd: parts.cwd });
    const { summary, turns, result } = await findConversation(runId, body, parts);
    const { about } = summary;
    const { path, name, folder } = agentOfRun(about, parts);
    if (body.turn >= turns.length) {
      throw new UserFacingError("cli/usage", `${body.case} has no turn ${body.turn + 1}.`, {
        hint: turns.length === 0 ? "None of its turns was finished." : undefined,
      });
    }
    const chatId = await chatFromRun(parts.runs, {
      runId,
      about,
      agent: { name, path: relative(parts.cwd, folder) || "." },
      cwd: parts.cwd,
      turns: turns.slice(0, body.turn + 1),
      state: result.evalCase.sessionInput?.state ?? {},
      userId: result.evalCase.sessionInput?.userId || "user",
      sessionId: randomUUID(),
      name: `${body.case}, from run ${runId}`,
      version: parts.version,
    });
    return { agent: path, chatId };
  },
});

/** A run names a folder, or the file in it. */
function agentOfRun(about: RunInfo, { agentsFolder }: ServerParts): WorkspaceAgent {
  const path = agentPathOf(about, agentsFolder) ?? about.agent.name;
  return findAgent(agentsFolder, extname(path) === "" ? path : dirname(path));
}
