import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../../root-route.ts";

export const judgesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/judges",
  component: lazyRouteComponent(() => import("./judges-page.tsx"), "JudgesPage"),
  staticData: { crumbs: () => [{ label: "Judges" }] },
});
