import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../../root-route.ts";
import { setLabel } from "./set-label.ts";
import { readSetSearch, type SetSearch } from "./set-search.ts";

export const setRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/sets/$set",
  component: lazyRouteComponent(() => import("./set-page.tsx"), "SetPage"),
  validateSearch: (given: Record<string, unknown>): SetSearch => readSetSearch(given),
  staticData: {
    crumbs: ({ set = "" }) => [
      { label: "Sets", to: "/sets" },
      { label: setLabel(set), isId: true },
    ],
  },
});
