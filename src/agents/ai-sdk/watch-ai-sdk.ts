import { watchChannel } from "./ai-sdk-channel.ts";
import { aiSdkIntegration } from "./ai-sdk-integration.ts";

const shared = globalThis as { AI_SDK_TELEMETRY_INTEGRATIONS?: unknown[] };
let isWatching = false;

/** From now on what the AI SDK does inside a turn is recorded, whoever calls it. Costs nothing where nobody does. */
export function watchAiSdk(): void {
  if (!isWatching) watchChannel();
  isWatching = true;
  shared.AI_SDK_TELEMETRY_INTEGRATIONS ??= [];
  const integrations = shared.AI_SDK_TELEMETRY_INTEGRATIONS;
  // first, and looked for each time: agents may replace the list
  if (!integrations.includes(aiSdkIntegration)) integrations.unshift(aiSdkIntegration);
}
