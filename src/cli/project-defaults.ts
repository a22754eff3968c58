import { existsSync } from "node:fs";
import { basename, relative, resolve } from "node:path";
import { UserFacingError } from "../core/errors.ts";
import { nearest } from "../core/text/nearest.ts";
import { findProject, passedOver } from "../project/assay-config/find-project.ts";
import type { Project } from "../project/assay-config/read-project.ts";
import { listOption } from "./arguments/read-options.ts";
import type { CommandInput, CommandSpec } from "./command.ts";

/** Commands that make a run, and report it. */
const running = ["eval", "score"];

/** What the project config of the folder says where no flag does. Commands that nothing in it is for do not load it. */
export async function withProject(
  { name, options = [] }: CommandSpec,
  input: CommandInput,
): Promise<CommandInput> {
  const runs = running.includes(name);
  const has = (option: string) => options.some((each) => each.name === option);
  // a store that was given is all that the rest want to know
  const own = input.options.store ?? (input.env.ASSAY_STORE || undefined);
  const wantsMore = runs || has("judge_model") || has("keep_sessions");
  const isGiven = !wantsMore && own !== undefined;
  if (!has("store") || isGiven) return input;
  const path = findProject(input.cwd);
  if (path === undefined) return input;
  if (runs) await tellPassedOver(path, input);
  const { loadProject } = await import("./load-project.ts");
  const project = await loadProject(path, input);
  const reports = runs && input.options.reporter === undefined;
  const reporter = reports && project.reporters?.length !== 0 ? project.reporters : undefined;
  return {
    ...input,
    project,
    hasUsualStore: input.options.store === undefined,
    ...(reports ? { reporters: project.ownReporters } : {}),
    options: {
      store: own ?? project.store,
      ...(reporter === undefined ? {} : { reporter }),
      ...input.options,
    },
  };
}

async function tellPassedOver(path: string, input: CommandInput): Promise<void> {
  const others = passedOver(path);
  if (others.length === 0) return;
  const { printNotes } = await import("./print-notes.ts");
  printNotes(input, [`${basename(path)} is read; ${others.join(", ")} beside it says nothing.`]);
}

/** The command line with an agent of the project in full: its path for its name, and the sets it is evaluated on. */
export function withAgent(input: CommandInput): CommandInput {
  const { project, options } = input;
  if (project === undefined || options.resume !== undefined) return input;
  const [typed, ...sets] = input.arguments;
  // what failed last is asked for by the run that it failed in
  if (typed === undefined && options.failed !== undefined) return input;
  const found = agentFor(project, typed, input.cwd);
  if (found === undefined) {
    if (typed !== undefined) checkName(project, typed, input.cwd);
    return input;
  }
  const [name, { path, agentName, evalSets }] = found;
  const short = (file: string) => (file.includes("/") ? relative(input.cwd, file) || "." : file);
  const reporter = listOption(options, "reporter").map((each) => each.replaceAll("[name]", name));
  return {
    ...input,
    arguments: [short(path), ...(sets.length === 0 ? evalSets.map(short) : sets)],
    options: {
      ...(agentName === undefined ? {} : { agent_name: agentName }),
      ...options,
      ...(reporter.length === 0 ? {} : { reporter }),
    },
  };
}

/** By its name, by its path, or the only one. */
function agentFor({ agents }: Project, typed: string | undefined, cwd: string) {
  const all = [...agents];
  if (typed === undefined) return all.length === 1 ? all[0] : undefined;
  const place = resolve(cwd, typed);
  return all.find(([name]) => name === typed) ?? all.find(([, { path }]) => path === place);
}

/** A name of the project that was misspelt; whatever else is not there is reported where agents are looked for. */
function checkName({ agents, path }: Project, typed: string, cwd: string): void {
  const near = nearest(typed, [...agents.keys()]);
  if (near === undefined || existsSync(resolve(cwd, typed))) return;
  throw new UserFacingError("agent/not-found", `There is no agent "${typed}".`, {
    hint: `Did you mean ${near}, of ${basename(path)}? It names ${[...agents.keys()].join(", ")}.`,
  });
}
