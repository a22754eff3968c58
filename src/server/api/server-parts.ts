import type { RunStore } from "../../core/run-store.ts";
import type { TraceStore } from "../../core/traces/trace-store.ts";
import type { DryScoreThread } from "../../project/dry-score/dry-score-thread.ts";
import type { Meters } from "../../project/otel/metrics/meters.ts";
import type { BaselineCache } from "../../project/overview/baseline-cache.ts";
import type { FiguresCache } from "../../project/overview/figures-cache.ts";
import type { ChatParts } from "../chats/chat-parts.ts";
import type { RunJobs } from "../jobs/run-jobs.ts";
import type { Team } from "../team/team.ts";
import type { Folders } from "./folders.ts";
import type { JournalClock } from "./journal-clock.ts";
import type { JudgedRuns } from "./judges/judged-runs.ts";
import type { RunHistory } from "./runs/run-history.ts";
import type { RunViews } from "./runs/run-views.ts";
import type { SetMemory } from "./sets/set-memory.ts";
import type { LiveSessions } from "./traces/live-session.ts";
import type { ReceiverState } from "./traces/receiver-state.ts";

/** What every route works with. */
export interface ServerParts extends ChatParts, Folders {
  readonly runs: RunStore;
  readonly traces: TraceStore;
  readonly clock: JournalClock;
  readonly views: RunViews;
  readonly history: RunHistory;
  readonly jobs: RunJobs;
  readonly sets: SetMemory;
  readonly dryScores: DryScoreThread;
  readonly figures: FiguresCache;
  readonly baselines: BaselineCache;
  /** What judges said in the newest runs. */
  readonly judged: JudgedRuns;
  /** Received sessions in lines. */
  readonly live: LiveSessions;
  /** Where agents send their traces. */
  receiver(): ReceiverState;
  /** Where the server was started: paths are shown from here, and runs begin here. */
  readonly cwd: string;
  /** Where the database lies, and what the server keeps beside it. */
  readonly workspace: string;
  readonly version: string;
  /** Who may come in; undefined on a server for one. */
  readonly team?: Team | undefined;
  /** What is counted for whoever keeps the server; undefined on a server for one. */
  readonly meters?: Meters | undefined;
}
