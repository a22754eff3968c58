import { chatRoutes } from "./api/chats/chat-table.ts";
import { choiceList } from "./api/choices/choice-list.ts";
import { keepChoice } from "./api/choices/keep-choice.ts";
import { compareCase } from "./api/compare/compare-case.ts";
import { compareRuns } from "./api/compare/compare-runs.ts";
import { judgeDetail } from "./api/judges/judge-detail.ts";
import { judgeList } from "./api/judges/judge-list.ts";
import { judgePrompts } from "./api/judges/judge-prompts.ts";
import { labelAnswer } from "./api/judges/label-answer.ts";
import { metricList } from "./api/launch/metric-list.ts";
import { planRun } from "./api/launch/plan-run.ts";
import { agentDetail } from "./api/overview/agent.ts";
import { overview } from "./api/overview/overview.ts";
import { reviewAdd, reviewItem, reviewRemove, reviewSay } from "./api/review/review-item.ts";
import { reviewList } from "./api/review/review-list.ts";
import { acceptCase } from "./api/runs/accept-case.ts";
import { casePaths } from "./api/runs/cases/case-paths.ts";
import { runCases } from "./api/runs/cases/run-cases.ts";
import { runColumns } from "./api/runs/cases/run-columns.ts";
import { runValues } from "./api/runs/cases/run-values.ts";
import { forkConversation } from "./api/runs/fork-conversation.ts";
import { rerun } from "./api/runs/rerun.ts";
import { runBaseline } from "./api/runs/run-baseline.ts";
import { runClusters } from "./api/runs/run-clusters.ts";
import { runConversation } from "./api/runs/run-conversation.ts";
import { runDetail } from "./api/runs/run-detail.ts";
import { runList } from "./api/runs/run-list.ts";
import { runLog } from "./api/runs/run-log.ts";
import { runningRuns } from "./api/runs/running-runs.ts";
import { cancelRun, pauseRun, resumeRun, startRun } from "./api/runs/start-run.ts";
import { startSeveral } from "./api/runs/start-several.ts";
import { caseAdd, caseDelete, caseSave } from "./api/sets/case-change.ts";
import { caseDetail } from "./api/sets/case-detail.ts";
import { casesChange } from "./api/sets/cases-change.ts";
import { dryScoreCase } from "./api/sets/dry-score.ts";
import { setDelete, setSave } from "./api/sets/set-change.ts";
import { setCreate } from "./api/sets/set-create.ts";
import { setDetail } from "./api/sets/set-detail.ts";
import { setImport } from "./api/sets/set-import.ts";
import { setList } from "./api/sets/set-list.ts";
import { undoChange } from "./api/sets/undo.ts";
import { markSession, removeSession, scoreSessions, sessionList } from "./api/traces/sessions.ts";
import { traceCase } from "./api/traces/trace-case.ts";
import { traceScore } from "./api/traces/trace-score.ts";
import { traceChrome, traceExport, traceSpan, traceView } from "./api/traces/trace-view.ts";
import { trends } from "./api/trends/trends.ts";
import { search } from "./api/workspace/search.ts";
import { workspace } from "./api/workspace/workspace.ts";
import { teamRoutes } from "./team/routes/team-table.ts";

/** Everything that programs may ask of the server, by method and path below `/api/v1`. */
export const routes = {
  "GET /overview": overview,
  "GET /agents/:agent/overview": agentDetail,
  "GET /workspace": workspace,
  "GET /search": search,
  "GET /runs": runList,
  "POST /runs": startRun,
  "POST /runs/several": startSeveral,
  "POST /runs/plan": planRun,
  "GET /metrics": metricList,
  "GET /runs/running": runningRuns,
  "GET /runs/:run": runDetail,
  "GET /compare": compareRuns,
  "GET /compare/case": compareCase,
  "GET /trends": trends,
  "GET /runs/:run/cases": runCases,
  "GET /runs/:run/columns": runColumns,
  "GET /runs/:run/values": runValues,
  "GET /runs/:run/clusters": runClusters,
  "GET /runs/:run/baseline": runBaseline,
  "GET /runs/:run/log": runLog,
  "GET /runs/:run/paths": casePaths,
  "GET /runs/:run/conversation": runConversation,
  "GET /runs/:run/conversation/prompts": judgePrompts,
  "POST /runs/:run/resume": resumeRun,
  "POST /runs/:run/rerun": rerun,
  "POST /runs/:run/fork": forkConversation,
  "POST /runs/:run/cancel": cancelRun,
  "POST /runs/:run/pause": pauseRun,
  "POST /runs/:run/cases/:case/accept": acceptCase,
  "GET /choices": choiceList,
  "POST /choices": keepChoice,
  "GET /judges": judgeList,
  "GET /judges/:judge": judgeDetail,
  "POST /judges/:judge/labels": labelAnswer,
  "GET /review": reviewList,
  "POST /review": reviewAdd,
  "GET /review/:item": reviewItem,
  "POST /review/:item": reviewSay,
  "DELETE /review/:item": reviewRemove,
  "GET /sets": setList,
  "POST /sets": setCreate,
  "POST /sets/import": setImport,
  "POST /sets/undo": undoChange,
  "GET /sets/:set": setDetail,
  "PUT /sets/:set": setSave,
  "DELETE /sets/:set": setDelete,
  "POST /sets/:set/cases": caseAdd,
  "POST /sets/:set/cases/change": casesChange,
  "GET /sets/:set/cases/:case": caseDetail,
  "PUT /sets/:set/cases/:case": caseSave,
  "DELETE /sets/:set/cases/:case": caseDelete,
  "POST /sets/:set/cases/:case/dry-score": dryScoreCase,
  "GET /trace": traceView,
  "GET /trace/span": traceSpan,
  "GET /trace/otlp": traceExport,
  "GET /trace/chrome": traceChrome,
  "GET /trace/case": traceCase,
  "POST /trace/score": traceScore,
  "GET /sessions": sessionList,
  "POST /sessions/:session/golden": markSession,
  "POST /sessions/:session/score": scoreSessions,
  "DELETE /sessions/:session": removeSession,
  ...chatRoutes,
  ...teamRoutes,
} as const;

export type Routes = typeof routes;
