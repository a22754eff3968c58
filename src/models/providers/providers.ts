import { isSaidVariable } from "../../core/calls/said-variables.ts";
import { UserFacingError } from "../../core/errors.ts";
import type { LanguageModel } from "../../core/model-like.ts";
import { type ModelName, type ProviderName, parseModelName } from "../model-name.ts";
import { boundedFetch } from "./bounded-fetch.ts";

export interface ProviderSettings {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** For `openai-compatible/…` and for servers of one's own; a flag or a config may give it. */
  readonly baseUrl?: string | undefined;
  /** Who wants the model, for messages. */
  readonly askedBy?: string | undefined;
  /** How one chooses another for the same job; as a judge, unless given. */
  readonly choose?: ChooseAnother | undefined;
}

/** A hint that names another model where it belongs: in a flag or in a config. */
export type ChooseAnother = (model: string) => string;

const chooseJudge: ChooseAnother = (model) => `choose another judge:  --judge_model ${model}`;

interface Provider {
  /** The first that is set is the key; none for servers that need none. */
  readonly keys: readonly string[];
  /** Where an address of one's own may stand. */
  readonly baseUrls: readonly string[];
  readonly defaultBaseUrl?: string | undefined;
  readonly needsBaseUrl?: boolean | undefined;
  /** Loads the provider's package; nothing is loaded for those who use no model. */
  load(options: {
    apiKey: string | undefined;
    baseUrl: string | undefined;
  }): Promise<(model: string) => unknown>;
}

const providers: Readonly<Record<ProviderName, Provider>> = {
  google: {
    keys: ["GOOGLE_API_KEY", "GEMINI_API_KEY", "GOOGLE_GENERATIVE_AI_API_KEY"],
    baseUrls: ["GOOGLE_GEMINI_BASE_URL"],
    async load({ apiKey, baseUrl }) {
      const { createGoogle } = await import("@ai-sdk/google");
      const baseURL = baseUrl === undefined ? {} : { baseURL: withVersion(baseUrl, "/v1beta") };
      return createGoogle({ ...keyed(apiKey), ...baseURL, fetch: boundedFetch });
    },
  },
  openai: {
    keys: ["OPENAI_API_KEY"],
    baseUrls: ["OPENAI_BASE_URL"],
    async load({ apiKey, baseUrl }) {
      const { createOpenAI } = await import("@ai-sdk/openai");
      return createOpenAI({ ...keyed(apiKey), ...addressed(baseUrl), fetch: boundedFetch });
    },
  },
  anthropic: {
    keys: ["ANTHROPIC_API_KEY"],
    baseUrls: ["ANTHROPIC_BASE_URL"],
    async load({ apiKey, baseUrl }) {
      const { createAnthropic } = await import("@ai-sdk/anthropic");
      const baseURL = baseUrl === undefined ? {} : { baseURL: withVersion(baseUrl, "/v1") };
      return createAnthropic({ ...keyed(apiKey), ...baseURL, fetch: boundedFetch });
    },
  },
  ollama: {
    keys: [],
    baseUrls: ["OLLAMA_BASE_URL", "OLLAMA_HOST"],
    defaultBaseUrl: "http://127.0.0.1:11434",
    load: ({ baseUrl = "" }) => compatible("ollama", withVersion(baseUrl, "/v1"), undefined),
  },
  "openai-compatible": {
    keys: ["OPENAI_API_KEY"],
    baseUrls: ["OPENAI_BASE_URL"],
    needsBaseUrl: true,
    load: ({ apiKey, baseUrl = "" }) => compatible("openai-compatible", baseUrl, apiKey),
  },
};

async function compatible(name: string, baseURL: string, apiKey: string | undefined) {
  const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
  return createOpenAICompatible({
    name,
    baseURL,
    ...keyed(apiKey),
    supportsStructuredOutputs: true,
    fetch: boundedFetch,
  });
}

/** The variables that a model's key may stand in, the usual one first; none for servers that need none. */
export function keyNamesOf(model: string): readonly string[] {
  try {
    return providers[parseModelName(model).provider].keys;
  } catch {
    return [];
  }
}

/** The variable that a model cannot be asked without, and that is not set; a server of one's own may want no key, but has an address. */
export function missingVariable(
  model: string,
  { env, baseUrl }: ProviderSettings,
): string | undefined {
  if (keyNamesOf(model).length === 0) return undefined;
  const { keys, needsBaseUrl, baseUrls } = providers[parseModelName(model).provider];
  if (needsBaseUrl === true) {
    return (baseUrl ?? firstSet(env, baseUrls)) === undefined ? baseUrls[0] : undefined;
  }
  return firstSet(env, keys) === undefined ? keys[0] : undefined;
}

/** Which key a provider will be used with; reported before the run when there is none. */
export function checkProvider(name: ModelName, settings: ProviderSettings): void {
  const { env, baseUrl, askedBy, choose = chooseJudge } = settings;
  const { keys, needsBaseUrl, baseUrls } = providers[name.provider];
  const address = baseUrl ?? firstSet(env, baseUrls);
  if (baseUrl === undefined) checkAddress(name, env);
  if (needsBaseUrl === true && address === undefined) {
    throw new UserFacingError(
      "model/no-address",
      `${askedBy ?? "A model"} asks ${shown(name)}, which needs the address of its server.`,
      {
        hint: `Set ${baseUrls[0]}, or give --base_url http://…/v1. No agent was called.`,
      },
    );
  }
  // a server of one's own may want no key
  if (keys.length === 0 || needsBaseUrl === true || firstSet(env, keys) !== undefined) return;
  throw new UserFacingError(
    "model/no-key",
    `${keys[0]} is not set, and ${askedBy === undefined ? `${name.model} needs it` : `${askedBy} asks ${name.model}`}.`,
    {
      hint: `Set it, or ${choose(anotherThan(name.provider, env))}\nNo agent was called.`,
    },
  );
}

/** Code that is evaluated would name the server that judges it. */
function checkAddress(name: ModelName, env: ProviderSettings["env"]): void {
  const { baseUrls } = providers[name.provider];
  const variable = baseUrls.find((each) => !isSaidVariable(each, env[each]));
  if (variable === undefined) return;
  throw new UserFacingError(
    "model/no-address",
    `${variable} was set by code that was loaded for the evaluation, which does not say where ${shown(name)} is asked.`,
    {
      hint: `Set it in .env or before the command, or give --base_url http://…/v1. No agent was called.`,
    },
  );
}

const examples: Readonly<Record<ProviderName, string>> = {
  openai: "openai/gpt-5-mini",
  google: "gemini-2.5-flash",
  anthropic: "anthropic/claude-haiku-4-5",
  "openai-compatible": "openai-compatible/MODEL",
  ollama: "ollama/MODEL",
};

/** A model that could be asked right now, or else one of another provider. */
function anotherThan(provider: ProviderName, env: ProviderSettings["env"]): string {
  const others = (Object.keys(examples) as ProviderName[]).filter((each) => each !== provider);
  const ready = others.find((each) => {
    const { keys, needsBaseUrl } = providers[each];
    return needsBaseUrl !== true && firstSet(env, keys) !== undefined;
  });
  return examples[ready ?? others[0] ?? "ollama"];
}

export async function loadProvider(
  name: ModelName,
  { env, baseUrl }: ProviderSettings,
): Promise<LanguageModel> {
  const { keys, load } = providers[name.provider];
  const make = await load({
    apiKey: firstSet(env, keys),
    baseUrl: addressOf(name, { env, baseUrl }),
  });
  return make(name.model) as LanguageModel;
}

/** As much of an environment as a provider is asked with. */
export function envOf(name: ModelName, { env }: ProviderSettings): ProviderSettings["env"] {
  const { keys, baseUrls } = providers[name.provider];
  return Object.fromEntries([...keys, ...baseUrls].map((each) => [each, env[each]]));
}

/** Where a model is asked; undefined for its vendor's own address. */
export function addressOf(name: ModelName, settings: ProviderSettings): string | undefined {
  const { baseUrls, defaultBaseUrl } = providers[name.provider];
  return settings.baseUrl ?? firstSet(settings.env, baseUrls) ?? defaultBaseUrl;
}

function firstSet(env: ProviderSettings["env"], names: readonly string[]): string | undefined {
  return names.map((name) => env[name]).find((value) => value !== undefined && value !== "");
}

function keyed(apiKey: string | undefined) {
  return apiKey === undefined ? {} : { apiKey };
}

function addressed(baseUrl: string | undefined) {
  return baseUrl === undefined ? {} : { baseURL: baseUrl };
}

/** Servers are named with and without their version; the packages want it. */
function withVersion(baseUrl: string, version: string): string {
  const address = baseUrl.includes("://") ? baseUrl : `http://${baseUrl}`;
  const plain = address.replace(/\/+$/, "");
  return /\/v\d\w*$/.test(plain) ? plain : `${plain}${version}`;
}

function shown({ provider, model }: ModelName): string {
  return `${provider}/${model}`;
}
