import { existsSync } from "node:fs";
import { isAbsolute, relative, resolve } from "node:path";
import { nameAndMessage } from "../../agents/loading/explain-load-error.ts";
import { hashFile } from "../../agents/loading/input-files.ts";
import { loadModule } from "../../agents/loading/load-module.ts";
import { isProgram } from "../../agents/loading/program-on-path.ts";
import { isUserFacingError, UserFacingError } from "../../core/errors.ts";
import type { MetricDefinition } from "../../core/metric.ts";
import { nearest } from "../../core/text/nearest.ts";
import { customFunctionMetric } from "../../metrics/custom/custom-function-metric.ts";
import { programMetric } from "../../metrics/custom/program-metric.ts";
import type { CustomMetricConfig } from "../config/config-parts.ts";
import {
  completeDefinition,
  customDefinition,
  customPath,
  isDefinition,
  metricSource,
} from "./custom-definition.ts";
import type { CustomMetricPlan } from "./plan-metrics.ts";

/** As much of a config as loading needs. */
interface CustomMetrics {
  readonly criteria: readonly (readonly [name: string, criterion: unknown])[];
  readonly customMetrics: ReadonlyMap<string, CustomMetricConfig>;
}

/** Loads the code of every custom metric that is measured by; paths start from the config's folder. */
export async function loadCustomMetrics(
  { criteria, customMetrics }: CustomMetrics,
  directory: string,
): Promise<ReadonlyMap<string, CustomMetricPlan>> {
  const loaded = new Map<string, CustomMetricPlan>();
  for (const [name] of criteria) {
    const config = customMetrics.get(name);
    if (config === undefined) continue;
    try {
      loaded.set(name, await loadCustomMetric(name, config, directory));
    } catch (error) {
      if (isUserFacingError(error)) throw error;
      // what is exported may be a proxy: code that can throw while it is only looked at
      const message = `The metric ${name} could not be loaded: ${nameAndMessage(error)}`;
      throw new UserFacingError("metric/invalid", message, {
        hint: `Export a function: export function ${name}(metric, actual, expected) { … }`,
        cause: error,
      });
    }
  }
  return loaded;
}

/** A function, a whole definition or a program; whichever it is, it is known to be there before the run. */
async function loadCustomMetric(
  name: string,
  config: CustomMetricConfig,
  directory: string,
): Promise<CustomMetricPlan> {
  const { description, range, direction } = customDefinition(name, config);
  const about = { name, description, direction };
  const path = customPath(config);
  if (config.command !== undefined) {
    checkProgram(name, config.command, directory);
    const { command, timeoutSeconds, config: settings } = config;
    const program = programMetric({
      ...about,
      command,
      directory,
      timeoutSeconds,
      config: settings,
    });
    const source = command.map((word) => hashFile(resolve(directory, word)) ?? "").join(" ");
    return { path, source, definition: { ...program, range } as MetricDefinition };
  }
  const found = await loadExport(name, path, directory);
  const definition = isDefinition(found)
    ? completeDefinition(found, name)
    : customFunctionMetric({ ...about, range, load: () => found });
  const { timeoutSeconds } = config;
  const source = metricSource(found);
  return { path, source, definition: definition as MetricDefinition, timeoutSeconds };
}

function checkProgram(name: string, [program = ""]: readonly string[], directory: string): void {
  if (program !== "" && isProgram(program, { directory })) return;
  const what = program === "" ? "names no program" : `names ${program}, which is not there`;
  throw new UserFacingError("metric/invalid", `The command of ${name} ${what}.`, {
    hint: "Paths start from the config's folder; a bare name is looked for as in a shell. No agent was called.",
    place: { path: `custom_metrics.${name}.command` },
  });
}

/** A place of code: a file and what it exports. */
interface CodePlace {
  readonly file: string;
  readonly exported: string;
}

async function loadExport(name: string, code: string, directory: string): Promise<unknown> {
  const { file, exported } = findCode(name, code, directory);
  const shownFile = relative(process.cwd(), file) || file;
  const exports = await loadModule(file, { code: "metric/invalid" });
  const found = exports[exported];
  if (typeof found === "function" || isDefinition(found)) return found;
  if (found !== undefined) {
    throw new UserFacingError("metric/invalid", `"${exported}" of ${shownFile} is no function.`, {
      hint: `Export a function: export function ${exported}(metric, actual, expected) { … }`,
      place: { file, path: placeOf(name) },
    });
  }
  const near = nearest(exported, Object.keys(exports));
  throw new UserFacingError("metric/invalid", `${shownFile} exports no "${exported}".`, {
    hint:
      near === undefined
        ? `The metric ${name} needs a function of that name: export function ${exported}(…) { … }`
        : `Did you mean "${near}"?`,
    place: { file, path: placeOf(name) },
  });
}

const extensions = [".ts", ".mts", ".js", ".mjs", ".cjs"];

/**
 * `./metrics/politeness.ts:politeness` and `./metrics/politeness.ts#politeness` name a file and an export.
 * ADK's `metrics.politeness` is the export `politeness` of `metrics.ts`, `metrics.js` or `metrics/index.ts`.
 */
export function findCode(name: string, code: string, directory: string): CodePlace {
  const split = /^(.+\.(?:ts|mts|cts|js|mjs|cjs|tsx))[:#]([\w$]+)$/.exec(code);
  if (split !== null) {
    const file = resolve(directory, split[1] ?? "");
    if (existsSync(file)) return { file, exported: split[2] ?? "" };
    throw missing(name, code, [file]);
  }
  if (/\.(?:ts|mts|cts|js|mjs|cjs|tsx)$/.test(code) && (isAbsolute(code) || /[\\/]/.test(code))) {
    throw new UserFacingError("metric/invalid", `"${code}" names no export of that file.`, {
      hint: `Say which one: "${code}:${name}".`,
      place: { path: placeOf(name) },
    });
  }
  const words = code.split(/[.:#]/);
  const exported = words.pop() ?? "";
  const base = resolve(directory, ...words);
  const candidates = words.length === 0 ? [] : moduleFiles(base);
  const file = candidates.find((each) => existsSync(each));
  if (file === undefined) throw missing(name, code, candidates);
  return { file, exported };
}

function moduleFiles(base: string): readonly string[] {
  return [
    ...extensions.map((extension) => `${base}${extension}`),
    ...extensions.map((extension) => resolve(base, `index${extension}`)),
  ];
}

function missing(name: string, code: string, looked: readonly string[]): UserFacingError {
  const where =
    looked[0] === undefined ? "" : `; there is no ${relative(process.cwd(), looked[0])}`;
  return new UserFacingError(
    "metric/invalid",
    `The code of ${name}, "${code}", cannot be found${where}.`,
    {
      hint: 'Write a path from the config\'s folder and the export: "./metrics/politeness.ts:politeness".',
      place: { path: placeOf(name) },
    },
  );
}

function placeOf(name: string): string {
  return `custom_metrics.${name}.code_config.name`;
}
