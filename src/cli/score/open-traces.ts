import { UserFacingError } from "../../core/errors.ts";
import type { EvalSetSource } from "../../eval-sets/eval-set-source.ts";
import { shortPath } from "../../files/short-path.ts";
import { readTraceFiles } from "../../project/traces/read-trace-files.ts";
import { unmatchedText } from "../../project/traces/trace-problems.ts";
import { type TraceRun, traceRun } from "../../project/traces/trace-run.ts";
import { VERSION } from "../version.ts";
import { type TraceReport, traceReport } from "./trace-report.ts";
import type { TraceTask } from "./trace-task.ts";

/** Traces that are ready to be scored. */
export interface OpenTraces extends TraceReport {
  readonly loaded: TraceRun;
  /** Sentences worth saying before it begins. */
  readonly notes: readonly string[];
  /** Something in the files could not be read. */
  readonly isPartial: boolean;
}

/** Reads the files, finds their conversations, and the case of each. */
export async function openTraces(
  { files, format, groupBy, sessions }: TraceTask,
  sets: readonly EvalSetSource[],
  cwd: string,
): Promise<OpenTraces> {
  if (sessions !== undefined) {
    const { sessionsRun } = await import("../../project/traces/sessions-run.ts");
    const { sqliteTraceStore } = await import("../../stores/sqlite/traces/sqlite-trace-store.ts");
    const store = sqliteTraceStore(sessions.path);
    try {
      const loaded = await sessionsRun(store, { golden: sessions.golden, version: VERSION });
      const notes = loaded.conversations.flatMap(unmatchedNote);
      return { loaded, ...traceReport(loaded), notes, isPartial: false };
    } finally {
      await store.close();
    }
  }
  const [evalSet, other] = sets;
  if (other !== undefined) {
    throw new UserFacingError("cli/usage", "Traces are compared with one eval set.", {
      hint: "Give --eval-set once; a trace finds its case by its id or by its first message.",
    });
  }
  const content = await readTraceFiles(files, { format, cwd });
  if (content.spans.length === 0) {
    throw new UserFacingError("trace/empty", "The trace files contain no span that can be read.", {
      hint:
        content.problems[0]?.message ?? "Has the exporter been flushed before the program ended?",
    });
  }
  const [first = "", ...rest] = files.map((file) => shortPath(file, cwd));
  const from = rest.length === 0 ? first : `${first} and ${rest.length} more`;
  const loaded = await traceRun({ content, evalSet, groupBy, version: VERSION, from });
  return {
    loaded,
    ...traceReport(loaded),
    notes: [
      ...content.problems.map(({ message }) => message),
      ...content.warnings,
      ...loaded.conversations.flatMap(unmatchedNote),
    ],
    isPartial: content.problems.length > 0,
  };
}

function unmatchedNote({ evalId, match }: TraceRun["conversations"][number]): readonly string[] {
  return match.evalCase === undefined ? [`${evalId}: ${unmatchedText(match.why)}`] : [];
}
