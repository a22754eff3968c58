import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { metricName } from "../../../core/text/metric-name.ts";
import { rootRoute } from "../../root-route.ts";
import { type JudgeSearch, readJudgeSearch } from "./judge-search.ts";

export const judgeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/judges/$judge",
  component: lazyRouteComponent(() => import("./judge-page.tsx"), "JudgePage"),
  validateSearch: (given: Record<string, unknown>): JudgeSearch => readJudgeSearch(given),
  staticData: {
    crumbs: ({ judge = "" }) => [
      { label: "Judges", to: "/judges" },
      { label: capital(metricName(judge)) },
    ],
  },
});

function capital(name: string): string {
  return `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
}
