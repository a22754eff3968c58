import { renameSync, writeFileSync } from "node:fs";
import { UserFacingError } from "../core/errors.ts";

/**
 * A server that starts this command as a job names a file here, and reads there under which id the run is kept, or why there
 * is none. Taken out of the environment at once: what the command starts is no job.
 */
const file = process.env.ASSAY_JOB_FILE;
delete process.env.ASSAY_JOB_FILE;

export function announceRun(runId: string): void {
  announce({ runId });
}

export function announceProblem(error: unknown): void {
  if (!(error instanceof UserFacingError)) return;
  const { code, message, hint, place, others } = error;
  announce({ error: { code, message, hint, place, others } });
}

function announce(words: unknown): void {
  if (file === undefined) return;
  try {
    // whole or not at all: it is read as soon as it is there
    writeFileSync(`${file}.part`, JSON.stringify(words), { mode: 0o600 });
    renameSync(`${file}.part`, file);
  } catch {
    // the server that asked is gone with its folder; the run goes on without it
  }
}
