import { z } from "zod";
import { UserFacingError } from "../../../core/errors.ts";
import { findRun } from "../../../project/history/finding/find-run.ts";
import { runState } from "../../../project/history/list-runs.ts";
import { hasEnded, isOver, readStoppedRun } from "../../../project/resume/resume-run.ts";
import { evalWords, runRequest } from "../launch/run-request.ts";
import { route } from "../route.ts";
import type { ServerParts } from "../server-parts.ts";

const started = z.object({ runId: z.string() });

export const startRun = route({
  summary: "Start a run of an agent of this workspace. It goes on when the server ends.",
  body: runRequest,
  reply: started,
  status: 201,
  handle: ({ body, parts }) => parts.jobs.start(evalWords(body, parts)),
});

export const resumeRun = route({
  summary: "Go on with a run that was cut off. Nothing that finished is run again.",
  reply: started,
  status: 201,
  async handle({ params, parts }) {
    const runId = await findRun(parts.runs, params.run, { cwd: parts.cwd });
    await needLeft(parts, runId);
    return await parts.jobs.start(["eval", `--resume=${runId}`]);
  },
});

/** The command would only report once more on a run that has nothing left, and begin none. */
async function needLeft({ runs }: ServerParts, runId: string): Promise<void> {
  if (!hasEnded(await runs.runEvents(runId))) return;
  if (!isOver(await readStoppedRun(runs, runId))) return;
  throw new UserFacingError("run/busy", `Run ${runId} has ended; nothing of it is left to run.`, {
    hint: "Run its cases again with POST /runs/RUN/rerun, Re-run… on its page.",
  });
}

export const cancelRun = route({
  summary:
    "Ask a run that was started here to end. What is finished is kept, and it can be resumed.",
  reply: z.object({ asked: z.boolean() }),
  async handle({ params, parts }) {
    const runId = await runningHere(params.run, parts);
    return { asked: parts.jobs.cancel(runId) };
  },
});

export const pauseRun = route({
  summary:
    "Ask a run that was started here to begin no new conversation. Those in flight end, then it waits to be resumed.",
  reply: z.object({ asked: z.boolean() }),
  async handle({ params, parts }) {
    const runId = await runningHere(params.run, parts);
    return { asked: parts.jobs.pause(runId) };
  },
});

/** The run that is named, where it goes on and this server can reach it. */
async function runningHere(named: string | undefined, parts: ServerParts): Promise<string> {
  const runId = await findRun(parts.runs, named, { cwd: parts.cwd });
  const state = await runState(parts.runs, runId);
  if (state !== "running") {
    throw new UserFacingError("run/busy", `Run ${runId} is not running any more.`);
  }
  if (parts.jobs.isRunning(runId)) return runId;
  throw new UserFacingError("run/busy", `Run ${runId} was not started by this server.`, {
    hint: "End it where it was started, with Ctrl-C.",
  });
}
