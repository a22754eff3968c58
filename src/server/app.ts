import { runCases } from "./api/runs/run-cases.ts";
import { runConversation } from "./api/runs/run-conversation.ts";
import { runDetail } from "./api/runs/run-detail.ts";
import { runList } from "./api/runs/run-list.ts";
import { cancelRun, resumeRun, startRun } from "./api/runs/start-run.ts";

/** Everything that programs may ask of the server, by method and path below `/api/v1`. */
export const routes = {
  "GET /runs": runList,
  "POST /runs": startRun,
  "GET /runs/:run": runDetail,
  "GET /runs/:run/cases": runCases,
  "GET /runs/:run/conversation": runConversation,
  "POST /runs/:run/resume": resumeRun,
  "POST /runs/:run/cancel": cancelRun,
} as const;

export type Routes = typeof routes;
