import { type ChatModel, ModelError } from "../../core/chat-model.ts";
import type { ModelName } from "../model-name.ts";
import { isTestingServer } from "../providers/testing-server.ts";
import { orderApart } from "./model-thread.ts";

interface ApartModel {
  readonly id: string;
  readonly name: ModelName;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly baseUrl?: string | undefined;
  readonly address: string;
}

/** A model that is named by a text, asked on a thread of its own. One request is one call there too. */
export function apartModel({ address, ...model }: ApartModel): ChatModel {
  return {
    id: model.id,
    address,
    isApart: true,
    async generate(request, signal) {
      const end = await orderApart({ type: "ask", model, request }, signal);
      if ("reply" in end) return end.reply;
      if (!("error" in end)) throw new ModelError("invalid", "The thread answered something else.");
      const { fault, message, retryAfterMs } = end.error;
      throw new ModelError(fault, message, retryAfterMs === undefined ? {} : { retryAfterMs });
    },
  };
}

/** Whether a server of `assay/testing` answers for a model. */
export async function isTestingModel({ isApart, address }: ChatModel): Promise<boolean> {
  if (isApart !== true) return await isTestingServer(address);
  const end = await orderApart(
    { type: "is-testing-server", address },
    new AbortController().signal,
  );
  return "isTesting" in end && end.isTesting;
}
