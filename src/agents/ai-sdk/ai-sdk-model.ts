import { performance } from "../../core/async/own-timers.ts";
import { recordModelCall, type SdkAnswer } from "./ai-sdk-content.ts";
import { claimTurn, currentFrame } from "./ai-sdk-frame.ts";
import { StreamedAnswer, type StreamedPart } from "./ai-sdk-streamed-answer.ts";
import { followTools } from "./ai-sdk-tools.ts";

interface SdkModel {
  readonly specificationVersion: string;
  readonly modelId: string;
  doStream(...args: unknown[]): PromiseLike<{ readonly stream: ReadableStream<StreamedPart> }>;
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
      if (key === "doStream") return (...args: unknown[]) => stream(target, { args, tools });
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

/** The same for a stream: text passes as it comes, and tools wait for the end of the answer, as they do without one. */
async function stream(model: SdkModel, { args, tools }: Call): Promise<object> {
  const frame = currentFrame();
  if (frame === undefined || frame.onChannel === true) return await model.doStream(...args);
  claimTurn(frame);
  followTools(tools);
  const began = performance.now();
  const answer = await model.doStream(...args);
  const parts = new StreamedAnswer();
  const transform = new TransformStream<StreamedPart, StreamedPart>({
    transform(part, controller) {
      const { type } = part;
      if (type !== "finish") return parts.take(part, (each) => controller.enqueue(each));
      const raw = part.usage?.raw ?? {};
      seen.add(raw);
      const response = { modelId: model.modelId, ...parts.response };
      const usage = { ...part.usage, raw };
      const milliseconds = performance.now() - began;
      recordModelCall(frame, {
        content: parts.content(),
        usage,
        response,
        milliseconds,
        request: args[0],
      });
      for (const held of parts.held()) controller.enqueue(held);
      controller.enqueue({ ...part, usage });
    },
    flush(controller) {
      for (const held of parts.held()) controller.enqueue(held);
    },
  });
  return { ...answer, stream: answer.stream.pipeThrough(transform) };
}

function isModel(model: unknown): model is SdkModel {
  if (typeof model !== "object" || model === null) return false;
  const { specificationVersion, doGenerate } = model as Partial<SdkModel>;
  return /^v[34]$/.test(String(specificationVersion)) && typeof doGenerate === "function";
}
