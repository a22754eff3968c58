import { type Project, readProject } from "../project/read-project.ts";
import { watchMainThread } from "../project/watch-main-thread.ts";
import { agentRoom } from "./agent-room.ts";
import type { CommandInput } from "./command.ts";
import { goOnAfterStuck } from "./go-on-after-stuck.ts";

/** How long a project config that is code may compute without a pause. */
const LOAD_SECONDS = 30;

/** Code in a project config runs as an agent's does: what it prints, throws or exits with does not become ours. */
export async function loadProject(path: string, input: CommandInput): Promise<Project> {
  if (path.endsWith(".json")) return await readProject(path);
  const room = agentRoom(input);
  const hang = watchMainThread((seconds) =>
    goOnAfterStuck({ input, known: [], run: undefined }, seconds),
  );
  hang.watch(LOAD_SECONDS);
  try {
    return await readProject(path);
  } finally {
    hang.release();
    room.leave();
  }
}
