import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Known } from "./filled-workspace.ts";

const pages = resolve(import.meta.dirname, "../../../src/ui/pages");

/** The path of every screen, as its route declares it. */
export function screenPaths(): readonly string[] {
  const files = globSync("*/*-route.ts", { cwd: pages });
  return files
    .flatMap((file) => [...readFileSync(join(pages, file), "utf8").matchAll(/\bpath: "([^"]+)"/g)])
    .map(([, path = ""]) => path)
    .sort();
}

const it = encodeURIComponent;

type Addresses = (known: Known) => readonly string[];

/** Each screen as it is with something on it, in its tabs and panes. A new screen belongs here too. */
export const addressesOf: Readonly<Record<string, Addresses>> = {
  "/": () => ["/"],
  "/agents": () => ["/agents"],
  "/agents/$agent": ({ agent }) => [`/agents/${it(agent)}`, "/agents/nobody"],
  "/agents/$agent/chat": ({ agent }) => [`/agents/${it(agent)}/chat`],
  "/agents/$agent/chat/$chat": ({ agent, chat }) => {
    const page = `/agents/${it(agent)}/chat/${it(chat)}`;
    const panes = ["event", "request", "response", "state", "graph"];
    return [page, ...panes.map((pane) => `${page}?step=1-1&pane=${pane}`), `${page}?capture=true`];
  },
  "/chats/$chat/trace": ({ chat }) => [`/chats/${it(chat)}/trace`],
  "/compare": ({ run, before }) => ["/compare", `/compare?runs=${it(before)},${it(run)}`],
  "/judges": () => ["/judges"],
  "/judges/$judge": ({ judge }) => [`/judges/${it(judge)}`],
  "/live": ({ session }) => ["/live", `/live?session=${it(session)}`],
  "/review": () => ["/review", "/review?past=true"],
  "/runs": () => ["/runs", "/runs?filter=status%3Afailed"],
  "/runs/$run": ({ run }) => [
    ...["matrix", "clusters", "cost", "config", "log"].map((tab) => `/runs/${it(run)}?tab=${tab}`),
    `/runs/${it(run)}?status=failed`,
    "/runs/no-such-run",
  ],
  "/runs/$run/cases/$evalId": ({ run, cases, evalSetId }) =>
    [...Object.values(cases), "no-such-case"].map(
      (each) => `/runs/${it(run)}/cases/${it(each)}?set=${it(evalSetId)}&trial=2`,
    ),
  "/runs/$run/cases/$evalId/trace": ({ run, cases, evalSetId }) => {
    const page = `/runs/${it(run)}/cases/${it(cases.failed)}/trace?set=${it(evalSetId)}`;
    return [page, `${page}&pane=graph`];
  },
  "/sets": () => ["/sets"],
  "/sets/$set": ({ set }) => [`/sets/${it(set)}`, `/sets/${it(set)}?tab=settings`, "/sets/none"],
  "/sets/$set/cases/$evalId": ({ set, cases }) => [
    ...Object.values(cases).map((each) => `/sets/${it(set)}/cases/${it(each)}`),
    `/sets/${it(set)}/cases/${it(cases.failed)}?tab=json`,
  ],
  // where nobody signs in, it says so
  "/sign-in": () => ["/sign-in"],
  "/traces/$session": ({ session }) =>
    ["event", "request", "response", "attributes", "graph", "raw"].map(
      (pane) => `/traces/${it(session)}?pane=${pane}`,
    ),
  "/trends": ({ evalSetId }) => ["/trends", `/trends?set=${it(evalSetId)}`],
};
