import { UserFacingError } from "../../core/errors.ts";
import type { EvalSetSource } from "../../eval-sets/eval-set-source.ts";
import { shortPath } from "../../files/short-path.ts";
import { conversationsOf } from "../../project/traces/conversation-source.ts";
import { readTraceFiles } from "../../project/traces/read-trace-files.ts";
import { STDIN } from "../../project/traces/standard-input.ts";
import { type TraceRun, traceRun } from "../../project/traces/trace-run.ts";
import type { ReporterContext } from "../../reporters/reporter-context.ts";
import { VERSION } from "../version.ts";
import { compileLightly } from "./compile-lightly.ts";
import { traceSections } from "./trace-report.ts";
import type { TraceTask } from "./trace-task.ts";

/** Traces that are ready to be scored. */
export interface OpenTraces {
  readonly loaded: TraceRun;
  readonly sections: ReporterContext["sections"];
  /** Sentences worth saying before it begins. */
  readonly notes: readonly string[];
  close(): void;
}

/** Reads the files, finds their conversations, and the case of each. */
export async function openTraces(
  task: TraceTask,
  sets: readonly EvalSetSource[],
  cwd: string,
): Promise<OpenTraces> {
  const { matchBy, caseId, sessions } = task;
  if (sessions !== undefined) return await openSessions(sessions, { matchBy, caseId });
  const [evalSet, other] = sets;
  if (other !== undefined) {
    throw new UserFacingError("cli/usage", "Traces are compared with one eval set.", {
      hint: "Give --eval-set once; a trace finds its case by its id or by its first message.",
    });
  }
  // by now all but little of the command is loaded: what was compiled for other flags would be compiled anew
  const light = compileLightly(task.files);
  try {
    const opened = await openFiles(task, evalSet, cwd);
    const close = () => {
      light.release();
      opened.close();
    };
    return { ...opened, close };
  } catch (error) {
    light.release();
    throw error;
  }
}

async function openFiles(
  { files, format, groupBy, matchBy, caseId }: TraceTask,
  evalSet: EvalSetSource | undefined,
  cwd: string,
): Promise<OpenTraces> {
  const read = await readTraceFiles(files, { format, cwd });
  const { traces, spanCount, problems, problemCount, warnings, close } = read;
  try {
    if (spanCount === 0) throw noSpans(problems[0]);
    const loaded = await traceRun({
      conversations: (options) => conversationsOf(traces, options),
      evalSet,
      groupBy,
      matchBy,
      caseId,
      version: VERSION,
      from: namesOf(files, cwd),
      unread: problems,
      unreadCount: problemCount,
    });
    const notes = [...problems, ...warnings, ...skippedNotes(loaded)];
    return { loaded, sections: traceSections(loaded), notes, close };
  } catch (error) {
    close();
    throw error;
  }
}

async function openSessions(
  { store: place, golden }: NonNullable<TraceTask["sessions"]>,
  match: Pick<TraceTask, "matchBy" | "caseId">,
): Promise<OpenTraces> {
  const { sessionsRun } = await import("../../project/traces/sessions-run.ts");
  const { openTraceStore } = await import("../../stores/open-store.ts");
  const store = await openTraceStore(place);
  try {
    const loaded = await sessionsRun(store, { ...match, golden, version: VERSION });
    return { loaded, sections: traceSections(loaded), notes: [], close() {} };
  } finally {
    await store.close();
  }
}

function noSpans(problem: string | undefined): UserFacingError {
  return new UserFacingError("trace/empty", "The trace files contain no span that can be read.", {
    hint: problem ?? "Has the exporter been flushed before the program ended?",
  });
}

function namesOf(files: readonly string[], cwd: string): string {
  const [first = "", ...rest] = files.map((file) =>
    file === STDIN ? "standard input" : shortPath(file, cwd),
  );
  return rest.length === 0 ? first : `${first} and ${rest.length} more`;
}

/** A scenario tells how a user would be played, and not what was said. */
function skippedNotes({ scenarios }: TraceRun): readonly string[] {
  const [first, ...rest] = scenarios;
  if (first === undefined) return [];
  const more = rest.length === 0 ? "" : ` and ${rest.length} more`;
  return [`${first}${more} skipped: needs a run. Scenarios have no written conversation.`];
}
