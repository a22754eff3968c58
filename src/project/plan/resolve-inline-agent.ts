import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { importedFiles } from "../../agents/loading/imported-files.ts";
import { localFiles } from "../../agents/loading/local-files.ts";
import { hashFiles } from "../../agents/loading/source-files.ts";
import { UserFacingError } from "../../core/errors.ts";
import { shortPath } from "../../files/short-path.ts";
import { readProject } from "../assay-config/read-project.ts";
import type { InlineAgent } from "../define/define-project.ts";

/** An agent that stands in a project config, with the files that it is made of: the config and what that imports. */
export interface InlineAgentSource {
  readonly agent: InlineAgent;
  readonly path: string;
  readonly directory: string;
  readonly files: readonly string[];
  readonly hash: string;
}

/** Reads the agent that a run calls `assay.config.ts#desk`. */
export async function readInlineAgent(
  { file, name }: { readonly file: string; readonly name: string },
  cwd: string,
): Promise<InlineAgentSource> {
  const path = resolve(cwd, file);
  const { agents } = await readProject(path);
  const agent = agents.get(name)?.agent;
  if (agent === undefined) {
    throw new UserFacingError("agent/not-found", `${shortPath(path)} has no agent "${name}".`, {
      hint: `It has ${[...agents.keys()].join(", ") || "none"}.`,
    });
  }
  const directory = dirname(path);
  const files = [...new Set([path, ...importedFiles(path, path), ...programOf(agent, directory)])];
  return { agent, path, directory, files, hash: hashFiles(directory, files) };
}

/** The files of a command, where it names any. */
function programOf(agent: InlineAgent, directory: string): readonly string[] {
  const { command } = agent as { readonly command?: unknown };
  if (!Array.isArray(command)) return [];
  return command
    .map((word) => resolve(directory, String(word)))
    .filter((word) => existsSync(word))
    .flatMap(localFiles);
}
