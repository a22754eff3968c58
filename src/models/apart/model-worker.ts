import { type MessagePort, workerData } from "node:worker_threads";
import { type ChatModel, ModelError } from "../../core/chat-model.ts";
import { messageOf } from "../../core/errors.ts";
import { aiSdkModel } from "../providers/ai-sdk-model.ts";
import { loadProvider } from "../providers/providers.ts";
import { isTestingServer } from "../providers/testing-server.ts";
import type { AskedModel, CallFailure, Order, OrderEnd } from "./order.ts";
import { sealed, unsealed } from "./seal.ts";

/** The thread of `model-thread.ts`: asks models, and takes orders from nobody but who has its key. */
const { key, port } = workerData as { readonly key: string; readonly port: MessagePort };

const known = new Map<string, ChatModel>();
const open = new Map<number, AbortController>();

port.on("message", (message: unknown) => {
  const text = unsealed(key, "to the thread", message);
  if (text !== undefined) void obey(JSON.parse(text));
});

async function obey(order: Order): Promise<void> {
  const { id } = order;
  if (order.type === "stop") {
    open.get(id)?.abort();
    return;
  }
  const controller = new AbortController();
  open.set(id, controller);
  const end = await workOf(order, controller.signal).catch(
    (error: unknown): OrderEnd => ({ id, error: failureOf(error) }),
  );
  open.delete(id);
  port.postMessage(sealed(key, "from the thread", JSON.stringify(end)));
}

async function workOf(
  order: Exclude<Order, { type: "stop" }>,
  signal: AbortSignal,
): Promise<OrderEnd> {
  const { id } = order;
  if (order.type === "is-testing-server") {
    return { id, isTesting: await isTestingServer(order.address) };
  }
  return { id, reply: await modelOf(order.model).generate(order.request, signal) };
}

function modelOf(asked: AskedModel): ChatModel {
  const place = JSON.stringify(asked);
  const { id, name, env, baseUrl } = asked;
  const model = known.get(place) ?? aiSdkModel(id, () => loadProvider(name, { env, baseUrl }));
  known.set(place, model);
  return model;
}

function failureOf(error: unknown): CallFailure {
  if (!(error instanceof ModelError)) return { fault: "invalid", message: messageOf(error) };
  const { fault, message, retryAfterMs } = error;
  return { fault, message, retryAfterMs };
}
