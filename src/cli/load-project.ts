import { type Project, readProject } from "../project/assay-config/read-project.ts";
import { watchMainThread } from "../project/run/watchdog/watch-main-thread.ts";
import type { CommandInput } from "./command.ts";
import { continueAfterStuck } from "./eval/continue-after-stuck.ts";
import { isolateAgent } from "./isolate-agent.ts";

/** How long a project config that is code may compute without a pause. */
const LOAD_SECONDS = 30;

/** Code in a project config runs as an agent's does: what it prints, throws or exits with does not become ours. */
export async function loadProject(path: string, input: CommandInput): Promise<Project> {
  if (path.endsWith(".json")) return await readProject(path);
  const isolation = isolateAgent(input);
  const hang = watchMainThread((seconds) =>
    continueAfterStuck({ input, known: [], run: undefined }, seconds, hang.handOver),
  );
  hang.watch(LOAD_SECONDS);
  try {
    return await readProject(path);
  } finally {
    hang.release();
    isolation.restore();
  }
}
