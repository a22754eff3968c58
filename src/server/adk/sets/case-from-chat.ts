import { emptyState } from "../../../agents/loading/agent-facts.ts";
import type { Chat } from "../../../core/chats/chat-fold.ts";
import type { EvalCase } from "../../../core/eval-set.ts";
import { type Invocation, isRecorded } from "../../../core/invocation.ts";
import type { WorkspaceAgent } from "../../agents/workspace-agents.ts";
import type { ServerParts } from "../../api/server-parts.ts";
import { asAdkTurn } from "../as-adk-turn.ts";

interface Capture {
  readonly app: WorkspaceAgent;
  readonly parts: ServerParts;
}

/** What was said in a chat, as a case that expects it again. */
export async function caseFromChat(
  evalId: string,
  { turns, start }: Chat,
  { app, parts }: Capture,
): Promise<EvalCase> {
  return {
    evalId,
    conversation: turns.map(({ invocation }) => expectedTurn(invocation)),
    sessionInput: {
      appName: app.name,
      userId: start.userId,
      state: await stateFor(app, parts),
    },
    creationTimestamp: Date.now() / 1000,
  };
}

/** Without times, which nobody expects again. */
function expectedTurn(turn: Invocation): Invocation {
  const { invocationId, userContent, finalResponse, creationTimestamp, intermediateData } =
    asAdkTurn(turn);
  const isEmpty = isRecorded(intermediateData) && intermediateData.invocationEvents.length === 0;
  return {
    invocationId,
    userContent,
    finalResponse,
    intermediateData: isEmpty
      ? { toolUses: [], toolResponses: [], intermediateResponses: [] }
      : intermediateData,
    creationTimestamp,
  };
}

/** Keys that the agent's instructions speak of, to be filled in. An agent that does not load speaks of none. */
async function stateFor(app: WorkspaceAgent, { processes }: ServerParts) {
  try {
    return emptyState((await processes.describe(app.folder)).facts);
  } catch {
    return {};
  }
}
