import type { Conversation, ConversationStart } from "../../core/agent.ts";
import { plainCopy } from "../recording/plain-data.ts";
import { turnScope } from "../recording/turn-scope.ts";
import { adkEnvironment } from "./adk-environment.ts";
import type { AdkEvent } from "./adk-event.ts";
import { canGoOn, earlierEvents } from "./adk-history.ts";
import type { AdkAppend, AdkPackage, AdkSessionService } from "./adk-package.ts";
import { inTurn } from "./adk-queue.ts";
import { AdkRecorder } from "./adk-recorder.ts";
import { watchRequests } from "./adk-requests.ts";
import { adkServices, keptBesideSession } from "./adk-services.ts";
import { type AdkApp, type AdkNode, type AdkTree, isAdkApp } from "./adk-tree.ts";

interface AdkTarget {
  readonly adk: AdkPackage;
  readonly target: AdkApp | AdkNode;
  readonly root: AdkNode;
  readonly tree: AdkTree;
}

/** Session, state, artifacts and memory of its own, so that conversations share nothing but the agent. */
export async function adkConversation(
  { adk, target, root, tree }: AdkTarget,
  init: ConversationStart,
): Promise<Conversation> {
  const { user: userId, id: sessionId, history } = init;
  const isApp = isAdkApp(target);
  const appName = isApp ? target.name : (init.appName ?? root.name);
  const recorder = new AdkRecorder(tree);
  const sessionService = recordingSessions(adk, (event, of) =>
    recorder.onEvent(event, of === appName ? undefined : of),
  );
  const services = adkServices(adk);
  const runner = new adk.Runner({
    ...(isApp ? { app: target } : { appName, agent: target }),
    sessionService,
    artifactService: services.artifactService,
    memoryService: services.memoryService,
    ...(init.isSimulated === true ? { plugins: [adkEnvironment(adk)] } : {}),
  });
  watchRequests(runner, recorder);
  // ADK copies states field by field, which integers that are kept with their digits do not survive
  const state = JSON.parse(JSON.stringify(init.state)) as object;
  const session = await sessionService.createSession({ appName, userId, sessionId, state });
  const resumed =
    history !== undefined && !keptBesideSession(init.memory) && canGoOn(history, tree);
  for (const event of resumed ? earlierEvents(history, root.name) : []) {
    await sessionService.appendEvent({ session, event: adk.createEvent(event) });
  }

  return {
    resumed,
    memory: services.memory,
    send(input, turn) {
      keepOthersOut();
      const { signal } = turn;
      // only where somebody reads along; what agents that work side by side say would be mixed up
      const onText = tree.isSideBySide ? undefined : turnScope.getStore()?.onText;
      const run = async (): Promise<undefined> => {
        recorder.begin(turn, onText !== undefined);
        const newMessage = recorder.messageFor(input);
        const runConfig = { streamingMode: onText === undefined ? "none" : "sse" } as const;
        const request = { userId, sessionId, newMessage, abortSignal: signal, runConfig };
        try {
          // everything is recorded on its way into the session
          for await (const event of runner.runAsync(request)) sayPieces(event, onText);
        } finally {
          recorder.end();
        }
      };
      return tree.hasToolsets ? inTurn(root, signal, run) : run();
    },
    async state() {
      const now = await sessionService.getSession({ appName, userId, sessionId });
      return now === undefined ? undefined : plainCopy(now.state);
    },
  };
}

/**
 * An agent that runs as a tool has a runner of its own, which neither events nor plugins report; but it shares the
 * session service, under the agent's name. So this is where everything is observed.
 */
function recordingSessions(
  adk: AdkPackage,
  record: (event: AdkEvent, appName: string) => void,
): AdkSessionService {
  const sessions = new adk.InMemorySessionService();
  const append = sessions.appendEvent.bind(sessions);
  sessions.appendEvent = async (request: AdkAppend) => {
    const appended = await append(request);
    record(request.event, request.session.appName);
    return appended;
  };
  return sessions;
}

/** What an event adds to the answer that is being made; the whole of it comes into the session. */
function sayPieces(
  { partial, content }: AdkEvent,
  onText: ((piece: string) => void) | undefined,
): void {
  if (partial !== true || onText === undefined) return;
  for (const { text, thought } of content?.parts ?? []) {
    if (text && thought !== true) onText(text);
  }
}

/** Whoever observes a turn's requests to models from outside would report them a second time. */
function keepOthersOut(): void {
  const scope = turnScope.getStore();
  if (scope === undefined) return;
  scope.sources ??= new Set();
  scope.sources.add("adk");
}
