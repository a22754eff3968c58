import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../../root-route.ts";
import { setLabel } from "../set/set-label.ts";
import { type EditorSearch, readEditorSearch } from "./editor-search.ts";

export const caseEditorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/sets/$set/cases/$evalId",
  component: lazyRouteComponent(() => import("./case-editor-page.tsx"), "CaseEditorPage"),
  validateSearch: (given: Record<string, unknown>): EditorSearch => readEditorSearch(given),
  staticData: {
    crumbs: ({ set = "", evalId = "" }) => [
      { label: "Sets", to: "/sets" },
      { label: setLabel(set), to: `/sets/${encodeURIComponent(set)}`, isId: true },
      { label: evalId, isId: true },
    ],
  },
});
