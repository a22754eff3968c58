import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../../root-route.ts";
import { type ReviewSearch, readReviewSearch } from "./review-search.ts";

export const reviewRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/review",
  component: lazyRouteComponent(() => import("./review-page.tsx"), "ReviewPage"),
  validateSearch: (given: Record<string, unknown>): ReviewSearch => readReviewSearch(given),
  staticData: { crumbs: () => [{ label: "Review" }] },
});
