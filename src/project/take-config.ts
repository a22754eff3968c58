import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { UserFacingError } from "../core/errors.ts";
import type { Criteria } from "./criteria.ts";
import type { ConfigInput } from "./define-config.ts";
import type { EvalConfig } from "./read-config.ts";
import { readConfigFile } from "./read-config-file.ts";
import { readConfigObject } from "./read-config-object.ts";

/** What to measure by: a config file, a config, or the criteria alone. */
export interface ConfigChoice {
  // biome-ignore lint/suspicious/noExplicitAny: whatever metrics of its own a config has, it is a config
  readonly config?: string | URL | ConfigInput<any> | undefined;
  /** Short for a config with nothing else in it. */
  readonly criteria?: Criteria | undefined;
}

/** Reads whichever was given; undefined when nothing was. */
export async function takeConfig(
  { config, criteria }: ConfigChoice,
  cwd: string,
): Promise<EvalConfig | undefined> {
  if (config !== undefined && criteria !== undefined) {
    throw new UserFacingError("config/invalid", "Both config and criteria are given.", {
      hint: "Put the criteria into the config, or leave the config out.",
    });
  }
  if (typeof config === "string") return readConfigFile(resolve(cwd, config));
  if (config instanceof URL) return readConfigFile(fileURLToPath(config));
  const given = criteria === undefined ? config : { criteria };
  return given === undefined ? undefined : readConfigObject(given, cwd);
}
