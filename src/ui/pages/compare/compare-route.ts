import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../../root-route.ts";
import { type CompareSearch, readCompareSearch } from "./compare-search.ts";

export const compareRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/compare",
  component: lazyRouteComponent(() => import("./compare-page.tsx"), "ComparePage"),
  validateSearch: (given: Record<string, unknown>): CompareSearch => readCompareSearch(given),
  staticData: { crumbs: () => [{ label: "Compare" }] },
});
