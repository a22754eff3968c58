import { createRootRoute, createRoute, createRouter, redirect } from "@tanstack/react-router";
import { Shell } from "./components/shell.tsx";
import { CaseResultPage } from "./pages/case-result/case-result-page.tsx";
import { type CaseSearch, readCaseSearch } from "./pages/case-result/case-search.ts";
import { NotFoundPage } from "./pages/not-found/not-found-page.tsx";
import { RunPage } from "./pages/run/run-page.tsx";
import { type RunSearch, readRunSearch } from "./pages/run/run-search.ts";
import { RunsPage } from "./pages/runs/runs-page.tsx";

const root = createRootRoute({ component: Shell, notFoundComponent: NotFoundPage });

const home = createRoute({
  getParentRoute: () => root,
  path: "/",
  beforeLoad: () => {
    throw redirect({ to: "/runs" });
  },
});

const runs = createRoute({ getParentRoute: () => root, path: "/runs", component: RunsPage });

const run = createRoute({
  getParentRoute: () => root,
  path: "/runs/$run",
  component: RunPage,
  validateSearch: (given: Record<string, unknown>): RunSearch => readRunSearch(given),
});

const caseResult = createRoute({
  getParentRoute: () => root,
  path: "/runs/$run/cases/$evalId",
  component: CaseResultPage,
  validateSearch: (given: Record<string, unknown>): CaseSearch => readCaseSearch(given),
});

/** Every screen has an address, and the address says all that the screen shows. */
export function createAppRouter() {
  return createRouter({ routeTree: root.addChildren([home, runs, run, caseResult]) });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
