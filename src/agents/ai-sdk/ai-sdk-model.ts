import { performance } from "../../core/async/own-timers.ts";
import { recordModelCall, type SdkAnswer } from "./ai-sdk-content.ts";
import { claimTurn, currentFrame } from "./ai-sdk-frame.ts";
import { followTools } from "./ai-sdk-tools.ts";

interface SdkModel {
  readonly specificationVersion: string;
  readonly modelId: string;
  doGenerate(...args: unknown[]): PromiseLike<SdkAnswer & { readonly usage: { raw?: object } }>;
}

interface Call {
  readonly args: unknown[];
  readonly tools: Readonly<Record<string, unknown>>;
}

const seen = new WeakSet<object>();

/** Whether the model call with this raw usage was recorded when the model answered. */
export function isObserved(rawUsage: object | undefined): boolean {
  return rawUsage !== undefined && seen.has(rawUsage);
}

/**
 * The model of an agent, recorded when it answers. Version 6 reports an answer only after its tools have run, too
 * late for the order of things and for a turn that never ends. Its tools are
 * followed too, and models of older specifications left alone.
 */
export function observedModel(model: unknown, tools: Readonly<Record<string, unknown>>): unknown {
  if (!isModel(model)) return model;
  return new Proxy(model, {
    get(target, key) {
      if (key === "doGenerate") return (...args: unknown[]) => generate(target, { args, tools });
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

async function generate(model: SdkModel, { args, tools }: Call): Promise<SdkAnswer> {
  const frame = currentFrame();
  if (frame === undefined || frame.onChannel === true) return model.doGenerate(...args);
  claimTurn(frame);
  followTools(tools);
  const began = performance.now();
  const answer = await model.doGenerate(...args);
  const milliseconds = performance.now() - began;
  const raw = answer.usage?.raw ?? {};
  seen.add(raw);
  const response = { modelId: model.modelId, ...answer.response };
  recordModelCall(frame, { ...answer, response, milliseconds, request: args[0] });
  return { ...answer, usage: { ...answer.usage, raw } };
}

function isModel(model: unknown): model is SdkModel {
  if (typeof model !== "object" || model === null) return false;
  const { specificationVersion, doGenerate } = model as Partial<SdkModel>;
  return /^v[34]$/.test(String(specificationVersion)) && typeof doGenerate === "function";
}
