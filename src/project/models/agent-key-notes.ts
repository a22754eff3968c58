import { isAgentFactory } from "../../agents/agent-factory.ts";
import { keyNamesOf } from "../../models/providers/providers.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** Other ways in that frameworks know, whatever the key. */
const otherWays = [
  "GOOGLE_GENAI_API_KEY",
  "GOOGLE_GENAI_USE_VERTEXAI",
  "GOOGLE_APPLICATION_CREDENTIALS",
];

/**
 * An agent that names its model by a text and has no key for it will fail every case in its own words. One line says so before
 * the first call; it is no refusal, since a callback of the agent may answer in the model's place.
 */
export function agentKeyNotes(exported: unknown, env: Env): readonly string[] {
  if (isAgentFactory(exported)) return [];
  const root = fieldOf(exported, "rootAgent") ?? exported;
  const notes = new Set<string>();
  for (const model of gatewayModelsIn(root)) {
    if (gatewayKeys.some((name) => Boolean(env[name]))) continue;
    notes.add(
      `${gatewayKeys[0]} is not set, and the agent asks ${model} through Vercel's AI Gateway. Its calls will fail without a key.`,
    );
  }
  for (const model of modelsIn(root, new Set())) {
    const keys = keyNamesOf(model);
    const ways = keys[0]?.startsWith("GOOGLE") ? [...keys, ...otherWays] : keys;
    const [first] = keys;
    if (first === undefined || ways.some((name) => Boolean(env[name]))) continue;
    notes.add(
      `${first} is not set, and the agent asks ${model}. Its calls will fail without a key.`,
    );
  }
  return [...notes];
}

const gatewayKeys = ["AI_GATEWAY_API_KEY", "VERCEL_OIDC_TOKEN"];

/** The AI SDK asks a model that is just named through the gateway, unless the program has another provider for all. */
function gatewayModelsIn(agent: unknown): readonly string[] {
  if (fieldOf(globalThis, "AI_SDK_DEFAULT_PROVIDER") !== undefined) return [];
  const isToolLoop = String(fieldOf(agent, "version")).startsWith("agent-v");
  const model = isToolLoop ? fieldOf(fieldOf(agent, "settings"), "model") : undefined;
  return typeof model === "string" ? [model] : [];
}

function modelsIn(agent: unknown, seen: Set<unknown>): readonly string[] {
  if (typeof agent !== "object" || agent === null || seen.has(agent)) return [];
  seen.add(agent);
  const model = fieldOf(agent, "model");
  const below = ["subAgents", "handoffs"].flatMap((key) => {
    const children = fieldOf(agent, key);
    return Array.isArray(children) ? children.flatMap((child) => modelsIn(child, seen)) : [];
  });
  return typeof model === "string" ? [model, ...below] : below;
}

/** Agents are other people's objects: a getter may throw. */
function fieldOf(target: unknown, key: string): unknown {
  try {
    return typeof target === "object" && target !== null
      ? (target as Record<string, unknown>)[key]
      : undefined;
  } catch {
    return undefined;
  }
}
