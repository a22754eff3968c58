import { UserFacingError } from "../../core/errors.ts";
import { checkPlain } from "../../core/schema/check-plain.ts";
import { isObject, type JsonPath, pathText, shown } from "../../core/schema/parse-context.ts";
import { snakeCase } from "../../core/text/key-case.ts";
import type { ModelLike } from "../../models/index.ts";

/** Where a config names a model. */
const modelKeys = new Set(["judge_model", "model", "simulation_model"]);

/**
 * A config with a name in the place of every model that stands in it as code: a function, an AI SDK model, one of ours.
 * Code cannot be written as JSON, where it would vanish and a default be paid; so code in any other place is refused.
 */
export function namedModels(given: Readonly<Record<string, unknown>>): {
  readonly config: Readonly<Record<string, unknown>>;
  readonly models: ReadonlyMap<string, ModelLike>;
} {
  const models = new Map<string, ModelLike>();

  function nameOf(model: ModelLike): string {
    const known = [...models].find(([, each]) => each === model)?.[0];
    if (known !== undefined) return known;
    const wanted = `code/${ownName(model)}`;
    let name = wanted;
    for (let count = 2; models.has(name); count += 1) name = `${wanted}-${count}`;
    models.set(name, model);
    return name;
  }
  function plain(value: unknown, path: JsonPath): unknown {
    const isPlace = isModelPlace(path);
    if (isPlace && isModel(value)) return nameOf(value);
    if (typeof value === "function") throw misplaced(path);
    if (isPlace && isObject(value)) throw noModel(path, value);
    if (Array.isArray(value)) return value.map((each, place) => plain(each, [...path, place]));
    if (!isObject(value) || JSON.isRawJSON(value)) return value;
    const entries = Object.entries(value);
    return Object.fromEntries(entries.map(([name, each]) => [name, plain(each, [...path, name])]));
  }
  // what is a model or a function is told apart below
  const passes = (value: unknown, path: JsonPath) =>
    typeof value === "function" || (isModelPlace(path) && isObject(value));
  checkPlain(given, { code: "config/invalid", noun: "config", passes });
  const config = plain(given, []) as Readonly<Record<string, unknown>>;
  return { config, models };
}

function isModelPlace(path: JsonPath): boolean {
  const key = path.at(-1);
  return typeof key === "string" && modelKeys.has(snakeCase(key));
}

function isModel(value: unknown): value is Exclude<ModelLike, string> {
  if (typeof value === "function") return true;
  if (typeof value !== "object" || value === null) return false;
  const { doGenerate, generate } = value as { doGenerate?: unknown; generate?: unknown };
  return typeof doGenerate === "function" || typeof generate === "function";
}

function ownName(model: ModelLike): string {
  if (typeof model === "string") return model;
  const { name, id, modelId } = model as { name?: unknown; id?: unknown; modelId?: unknown };
  const own = [modelId, id, name].find((each) => typeof each === "string" && each !== "");
  return String(own ?? "model").replace(/\s+/g, "-");
}

function misplaced(path: JsonPath): UserFacingError {
  return new UserFacingError(
    "config/invalid",
    `${pathText(path)} is a function, which means nothing there.`,
    {
      hint: "Functions may stand where a model is named (judgeModel, model, simulationModel), and under customMetrics.",
      place: { path: pathText(path) },
    },
  );
}

function noModel(path: JsonPath, value: object): UserFacingError {
  return new UserFacingError(
    "config/invalid",
    `${pathText(path)} is ${shown(value)}; a model was expected.`,
    {
      hint: "Give a name, an AI SDK model, or a function (request, signal) => text.",
      place: { path: pathText(path) },
    },
  );
}
