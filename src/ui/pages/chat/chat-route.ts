import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../../root-route.ts";
import { type ChatSearch, readChatSearch } from "./chat-search.ts";

const component = lazyRouteComponent(() => import("./chat-page.tsx"), "ChatPage");
const validateSearch = (given: Record<string, unknown>): ChatSearch => readChatSearch(given);

const agentCrumbs = (agent: string) => [
  { label: agent, to: `/agents/${encodeURIComponent(agent)}`, isId: true },
];

/** Before something was said. */
export const newChatRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/agents/$agent/chat",
  component,
  validateSearch,
  staticData: { crumbs: ({ agent = "" }) => [...agentCrumbs(agent), { label: "Playground" }] },
});

export const chatRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/agents/$agent/chat/$chat",
  component,
  validateSearch,
  staticData: {
    crumbs: ({ agent = "", chat = "" }) => [
      ...agentCrumbs(agent),
      { label: "Playground", to: `/agents/${encodeURIComponent(agent)}/chat` },
      { label: chat, isId: true },
    ],
  },
});
