import type { ChatRequest } from "../core/chat-model.ts";

/** A model configuration, in the words of a request. */
export function requestSettings(
  configuration: Readonly<Record<string, unknown>> | undefined,
): Pick<ChatRequest, "temperature" | "maxOutputTokens" | "settings"> {
  const { temperature, maxOutputTokens, ...others } = configuration ?? {};
  return {
    ...(typeof temperature === "number" ? { temperature } : {}),
    ...(typeof maxOutputTokens === "number" ? { maxOutputTokens } : {}),
    ...(Object.keys(others).length === 0 ? {} : { settings: others }),
  };
}
