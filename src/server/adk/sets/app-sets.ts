import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import { isUserFacingError } from "../../../core/errors.ts";
import type { EvalSet } from "../../../core/eval-set.ts";
import { pathSegment } from "../../../core/text/path-segment.ts";
import { type EvalSetFolder, evalSetFolder } from "../../../eval-sets/eval-set-folder.ts";
import type { WorkspaceAgent } from "../../agents/workspace-agents.ts";
import type { ServerParts } from "../../api/server-parts.ts";
import { setPath } from "../../api/workspace-paths.ts";
import { placeOf } from "../adk-app.ts";

/** The eval sets of an app. */
export interface AppSets {
  readonly folder: EvalSetFolder;
  /** The set's file, after links; undefined where there is none, or none that an id may name. */
  fileOf(evalSetId: string): string | undefined;
  get(evalSetId: string): Promise<EvalSet | undefined>;
}

export function appSets(app: WorkspaceAgent, parts: ServerParts): AppSets {
  const now = () => Date.now() / 1000;
  const folder = evalSetFolder({ ...placeOf(app), now });
  function fileOf(evalSetId: string): string | undefined {
    try {
      const path = join(app.folder, `${pathSegment(evalSetId, "Eval set")}.evalset.json`);
      return existsSync(path) ? setPath(relative(parts.agentsFolder, path), parts) : undefined;
    } catch (error) {
      // a name that leads elsewhere names nothing here
      if (isUserFacingError(error)) return undefined;
      throw error;
    }
  }
  return {
    folder,
    fileOf,
    get: async (evalSetId) =>
      fileOf(evalSetId) === undefined ? undefined : await folder.get(evalSetId),
  };
}
