import { isAbsolute, relative, resolve, sep } from "node:path";
import { UserFacingError } from "../core/errors.ts";
import type { RunInfo } from "../core/run-info.ts";
import type { EvalRequest } from "../project/plan/eval-request.ts";

/**
 * What a run asks for, as it lies in a worker's own folder. Code is loaded from there alone: a row of a database names
 * nothing that whoever started the worker has not put there.
 */
export function inOwnFolder(about: RunInfo, folder: string): EvalRequest {
  const request = about.options as unknown as EvalRequest | undefined;
  if (request === undefined) {
    throw refused(
      "It was started by a program, and only that program has its agent or its config.",
    );
  }
  const own = (path: string) => ownPath(path, about.cwd ?? folder, folder);
  const { configFilePath, project, initialSessionFile } = request;
  return {
    ...request,
    agent: own(request.agent),
    evalSets: request.evalSets.map(own),
    ...(configFilePath === undefined ? {} : { configFilePath: own(configFilePath) }),
    ...(project === undefined ? {} : { project: own(project) }),
    ...(initialSessionFile === undefined ? {} : { initialSessionFile: own(initialSessionFile) }),
  };
}

/** A relative path stays as it is, an absolute one becomes the same place below our folder. */
function ownPath(path: string, begunIn: string, folder: string): string {
  const below = relative(begunIn, resolve(begunIn, path));
  if (isAbsolute(below) || below === ".." || below.startsWith(`..${sep}`)) {
    throw refused(`${path} lies outside of the folder in which it was started.`);
  }
  return isAbsolute(path) ? resolve(folder, below) : path;
}

function refused(why: string): UserFacingError {
  return new UserFacingError("run/changed", why, {
    hint: "Workers run what lies in the folder that they were started in.",
  });
}
