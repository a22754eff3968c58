import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../../root-route.ts";

/** What the address of the list says. */
interface RunsSearch {
  /** In the language of filters: `status:failed agent:shop`. */
  readonly filter?: string | undefined;
}

export const runsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/runs",
  component: lazyRouteComponent(() => import("./runs-page.tsx"), "RunsPage"),
  validateSearch: ({ filter }: Record<string, unknown>): RunsSearch =>
    typeof filter === "string" && filter !== "" ? { filter } : {},
  staticData: { crumbs: () => [{ label: "Runs" }] },
});
