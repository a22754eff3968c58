import { createRouter } from "@tanstack/react-router";
import { ScreenProblem } from "./components/screen-problem.tsx";
import { accountRoute, auditRoute, peopleRoute } from "./pages/account/account-routes.ts";
import { agentRoute, agentsRoute } from "./pages/agent/agent-route.ts";
import { caseEditorRoute } from "./pages/case-editor/case-editor-route.ts";
import { caseResultRoute } from "./pages/case-result/case-result-route.ts";
import { chatRoute, newChatRoute } from "./pages/chat/chat-route.ts";
import { compareRoute } from "./pages/compare/compare-route.ts";
import { judgeRoute } from "./pages/judge/judge-route.ts";
import { judgesRoute } from "./pages/judge/judges-route.ts";
import { liveRoute } from "./pages/live/live-route.ts";
import { overviewRoute } from "./pages/overview/overview-route.ts";
import { reviewRoute } from "./pages/review/review-route.ts";
import { runRoute } from "./pages/run/run-route.ts";
import { runsRoute } from "./pages/runs/runs-route.ts";
import { setRoute } from "./pages/set/set-route.ts";
import { setsRoute } from "./pages/sets/sets-route.ts";
import { signInRoute } from "./pages/sign-in/sign-in-route.ts";
import { chatTraceRoute, runTraceRoute, sessionTraceRoute } from "./pages/trace/trace-route.ts";
import { trendsRoute } from "./pages/trends/trends-route.ts";
import { rootRoute } from "./root-route.ts";

/** Every screen has an address, and the address says all that the screen shows. A screen's code comes when it is opened. */
export function createAppRouter() {
  return createRouter({
    routeTree: rootRoute.addChildren([
      overviewRoute,
      agentsRoute,
      agentRoute,
      runsRoute,
      runRoute,
      caseResultRoute,
      compareRoute,
      runTraceRoute,
      sessionTraceRoute,
      chatTraceRoute,
      newChatRoute,
      chatRoute,
      liveRoute,
      reviewRoute,
      judgesRoute,
      judgeRoute,
      trendsRoute,
      setsRoute,
      setRoute,
      caseEditorRoute,
      signInRoute,
      accountRoute,
      peopleRoute,
      auditRoute,
    ]),
    defaultPreload: "intent",
    defaultErrorComponent: ScreenProblem,
  });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
