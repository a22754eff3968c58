import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../../root-route.ts";

export const setsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/sets",
  component: lazyRouteComponent(() => import("./sets-page.tsx"), "SetsPage"),
  validateSearch: ({ filter }: Record<string, unknown>): { readonly filter?: string } =>
    filter === undefined || filter === "" ? {} : { filter: `${filter}` },
  staticData: { crumbs: () => [{ label: "Sets" }] },
});
