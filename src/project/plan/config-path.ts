import { resolve } from "node:path";
import type { ProjectInRun } from "../assay-config/project-in-run.ts";
import { configFileFor, isInside, isThere } from "../config/config-file-for.ts";
import type { RunRequest } from "./eval-request.ts";
import type { ResolvedAgent } from "./resolve-agent.ts";

interface ConfigPathOptions {
  readonly request: RunRequest;
  readonly cwd: string;
  readonly loaded: Pick<ResolvedAgent, "directory">;
  readonly project: ProjectInRun | undefined;
}

/** A config in hand needs no file; a set in memory has none beside it. */
export function configPathFor(
  setPath: string | undefined,
  { request, cwd, loaded, project }: ConfigPathOptions,
): string | undefined {
  if (request.config !== undefined) return undefined;
  const given =
    request.configFilePath === undefined ? undefined : resolve(cwd, request.configFilePath);
  if (setPath === undefined) return given ?? project?.configPath;
  const file = configFileFor(setPath, {
    given,
    exists: isThere,
    upTo: isInside(setPath, loaded.directory) ? loaded.directory : cwd,
  });
  return file ?? project?.configPath;
}
