import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../../root-route.ts";

export const runsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/runs",
  component: lazyRouteComponent(() => import("./runs-page.tsx"), "RunsPage"),
  staticData: { crumbs: () => [{ label: "Runs" }] },
});
