import type { Served } from "../serve-workspace.ts";

export async function newestRun(served: Served): Promise<string> {
  return (await runsOf(served))[0] ?? "";
}

/** The newest first. */
export async function runsOf(served: Served, agent = ""): Promise<readonly string[]> {
  const { runs } = (await served.json(`/runs${agent && `?agent=${agent}`}`)) as {
    readonly runs: readonly { readonly runId: string }[];
  };
  return runs.map(({ runId }) => runId);
}
