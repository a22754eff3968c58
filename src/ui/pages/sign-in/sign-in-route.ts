import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../../root-route.ts";

interface SignInSearch {
  /** Where somebody wanted to go. */
  readonly to?: string | undefined;
  readonly problem?: "provider" | "role" | undefined;
}

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/sign-in",
  component: lazyRouteComponent(() => import("./sign-in-page.tsx"), "SignInPage"),
  validateSearch: ({ to, problem }: Record<string, unknown>): SignInSearch => ({
    // an address of this server and of no other
    to: typeof to === "string" && /^\/(?![/\\])/.test(to) ? to : undefined,
    problem: problem === "provider" || problem === "role" ? problem : undefined,
  }),
  staticData: { crumbs: () => [{ label: "Sign in" }] },
});
