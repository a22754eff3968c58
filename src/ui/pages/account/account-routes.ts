import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../../root-route.ts";

export const accountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/account",
  component: lazyRouteComponent(() => import("./account-page.tsx"), "AccountPage"),
  staticData: { crumbs: () => [{ label: "Account" }] },
});

export const peopleRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/people",
  component: lazyRouteComponent(() => import("./people-page.tsx"), "PeoplePage"),
  staticData: { crumbs: () => [{ label: "Account", to: "/account" }, { label: "Users" }] },
});

interface AuditSearch {
  readonly who?: string | undefined;
  readonly outcome?: "done" | "failed" | "refused" | undefined;
}

const outcomes = ["done", "failed", "refused"] as const;

export const auditRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/audit",
  component: lazyRouteComponent(() => import("./audit-page.tsx"), "AuditPage"),
  validateSearch: ({ who, outcome }: Record<string, unknown>): AuditSearch => ({
    who: typeof who === "string" && who !== "" ? who : undefined,
    outcome: outcomes.find((each) => each === outcome),
  }),
  staticData: { crumbs: () => [{ label: "Account", to: "/account" }, { label: "Audit log" }] },
});
