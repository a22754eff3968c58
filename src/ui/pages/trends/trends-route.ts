import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../../root-route.ts";

/** Which runs are shown; an eval set is named by its id, its file or the file's name. */
interface TrendsSearch {
  readonly set?: string | undefined;
  readonly agent?: string | undefined;
  readonly limit?: number | undefined;
}

export const trendsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/trends",
  component: lazyRouteComponent(() => import("./trends-page.tsx"), "TrendsPage"),
  validateSearch: ({ set, agent, limit }: Record<string, unknown>): TrendsSearch => ({
    ...(set !== undefined && { set: `${set}` }),
    ...(agent !== undefined && { agent: `${agent}` }),
    ...(typeof limit === "number" && { limit }),
  }),
  staticData: { crumbs: () => [{ label: "Sets", to: "/sets" }, { label: "Trends" }] },
});
