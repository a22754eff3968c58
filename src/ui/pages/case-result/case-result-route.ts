import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../../root-route.ts";
import { type CaseSearch, readCaseSearch } from "./case-search.ts";

export const caseResultRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/runs/$run/cases/$evalId",
  component: lazyRouteComponent(() => import("./case-result-page.tsx"), "CaseResultPage"),
  validateSearch: (given: Record<string, unknown>): CaseSearch => readCaseSearch(given),
  staticData: {
    crumbs: ({ run = "", evalId = "" }) => [
      { label: "Runs", to: "/runs" },
      { label: run, to: `/runs/${encodeURIComponent(run)}`, isId: true },
      { label: evalId, isId: true },
    ],
  },
});
