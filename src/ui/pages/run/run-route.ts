import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../../root-route.ts";
import { type RunSearch, readRunSearch } from "./run-search.ts";

export const runRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/runs/$run",
  component: lazyRouteComponent(() => import("./run-page.tsx"), "RunPage"),
  validateSearch: (given: Record<string, unknown>): RunSearch => readRunSearch(given),
  staticData: {
    crumbs: ({ run = "" }) => [
      { label: "Runs", to: "/runs" },
      { label: run, isId: true },
    ],
  },
});
