/** Names the process whose lock on a run may be taken, and the run. */
const variable = "ASSAY_HANDS_OVER";

/** What a process that cannot go on leaves in the environment of the one that goes on in its place. */
export function handOverOf(runId: string): Readonly<Record<string, string>> {
  return { [variable]: `${process.pid} ${runId}` };
}

const given = process.env[variable];
// what is started from here has nothing from anybody
delete process.env[variable];

/** Whether a run was left to this process by the one that still holds its lock. */
export function isHandedOver(runId: string, pid: number): boolean {
  return given === `${pid} ${runId}`;
}
