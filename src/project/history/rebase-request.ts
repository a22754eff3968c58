import { existsSync } from "node:fs";
import { relative, resolve } from "node:path";
import { parseInlineAgent } from "../assay-config/find-project.ts";
import type { EvalRequest } from "../plan/eval-request.ts";

/** What was asked for in one folder, as it is written in another. Names that are no paths there are names anywhere. */
export function rebaseRequest(request: EvalRequest, from: string, to: string): EvalRequest {
  if (from === to) return request;
  const move = (path: string) =>
    existsSync(resolve(from, path)) ? relative(to, resolve(from, path)) || "." : path;
  const inline = parseInlineAgent(request.agent);
  const given = <K extends "configFilePath" | "initialSessionFile">(key: K) =>
    request[key] === undefined ? {} : { [key]: move(request[key]) };
  return {
    ...request,
    agent: inline === undefined ? move(request.agent) : `${move(inline.file)}#${inline.name}`,
    evalSets: request.evalSets.map((set) => moveSelector(set, move)),
    ...given("configFilePath"),
    ...given("initialSessionFile"),
  };
}

/** The colon of `C:\evals` belongs to the path; what follows another one are cases. */
function moveSelector(selector: string, move: (path: string) => string): string {
  const [, path = selector, cases = ""] =
    /^((?:[A-Za-z]:[\\/])?[^:]*)(:.*)?$/s.exec(selector) ?? [];
  return `${move(path)}${cases}`;
}
