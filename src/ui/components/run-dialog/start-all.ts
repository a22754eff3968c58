import { call, type Reply } from "../../lib/api.ts";
import type { requestOf } from "./launch-state.ts";

export type Begun = Reply<"POST /runs/several">["runs"];

/** One run, or one for each of several agents and models. */
export async function startAll(request: ReturnType<typeof requestOf>): Promise<Begun> {
  const { variants, ...body } = request;
  if (variants === undefined) {
    const { runId } = await call("POST /runs", { body });
    return [{ agent: body.agent, runId }];
  }
  return (await call("POST /runs/several", { body: { ...body, variants } })).runs;
}

/** Where runs that began are watched: one on its page, several beside each other. */
export function whereTo(ids: readonly string[]) {
  const [only = "", ...others] = ids;
  return others.length === 0
    ? ({ to: "/runs/$run", params: { run: only } } as const)
    : ({ to: "/compare", search: { runs: ids.join(",") } } as const);
}
