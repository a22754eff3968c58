import { compareCase } from "./api/compare/compare-case.ts";
import { compareRuns } from "./api/compare/compare-runs.ts";
import { runCases } from "./api/runs/run-cases.ts";
import { runConversation } from "./api/runs/run-conversation.ts";
import { runDetail } from "./api/runs/run-detail.ts";
import { runList } from "./api/runs/run-list.ts";
import { runningRuns } from "./api/runs/running-runs.ts";
import { cancelRun, resumeRun, startRun } from "./api/runs/start-run.ts";
import { search } from "./api/workspace/search.ts";

/** Everything that programs may ask of the server, by method and path below `/api/v1`. */
export const routes = {
  "GET /search": search,
  "GET /runs": runList,
  "POST /runs": startRun,
  "GET /runs/running": runningRuns,
  "GET /runs/:run": runDetail,
  "GET /compare": compareRuns,
  "GET /compare/case": compareCase,
  "GET /runs/:run/cases": runCases,
  "GET /runs/:run/conversation": runConversation,
  "POST /runs/:run/resume": resumeRun,
  "POST /runs/:run/cancel": cancelRun,
} as const;

export type Routes = typeof routes;
