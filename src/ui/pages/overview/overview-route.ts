import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../../root-route.ts";

export const overviewRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/",
  component: lazyRouteComponent(() => import("./overview-page.tsx"), "OverviewPage"),
  staticData: { crumbs: () => [{ label: "Overview" }] },
});
