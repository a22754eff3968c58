import { pathText, type Schema, string, withRead } from "../../../core/schema/schema.ts";
import { nearest } from "../../../core/text/nearest.ts";

/** Names that need no provider in front, as ADK's registry has them. */
const bareNames = [
  /^(gemini|gemma|model-optimizer|claude|gpt)-.*$/,
  /^o\d+-.*$/,
  /^projects\/.+\/locations\/.+\/(endpoints\/.+|publishers\/(google|anthropic)\/models\/.+)$/,
  /^(meta\.llama-|google\.gem(ini|ma)-|xai\.grok-|mistralai\.mi(stral|xtral)-|nvidia\.).*$/,
  /^.*-apigee$/,
];

/** Before the slash: vendors and gateways that ADK reaches through LiteLLM, and our own doors. */
const providers = [
  "ai21",
  "anthropic",
  "apigee",
  "azure",
  "azure_ai",
  "bedrock",
  "cerebras",
  // stands for a model that a config which is code holds itself
  "code",
  "cohere",
  "databricks",
  "deepinfra",
  "deepseek",
  "fireworks_ai",
  "gemini",
  "google",
  "groq",
  "huggingface",
  "lm_studio",
  "mistral",
  "nvidia_nim",
  "ollama",
  "ollama_chat",
  "openai",
  "openai-compatible",
  "openrouter",
  "perplexity",
  "replicate",
  "sagemaker",
  "sambanova",
  "together_ai",
  "vertex_ai",
  "vllm",
  "volcengine",
  "watsonx",
  "xai",
];

/** `Class:model`, the classes ADK has. */
const classes =
  /^(Gemini|Gemma|Gemma3Ollama|Claude|AnthropicLlm|LiteLlm|ApigeeLlm|OpenAILlm|OCIGenAILlm):/;

/** The name of a model that judges; one that no provider would answer to is refused before the run. */
export const judgeModel: Schema<string> = withRead(string, (value, context, inner) => {
  const name = inner.read(value, context);
  if (typeof name !== "string" || isModelName(name)) return name;
  context.problem(`${pathText(context.path)} names the model "${name}", which no provider has.`, {
    hint: hintFor(name),
  });
  return name;
});

function isModelName(name: string): boolean {
  if (/[\r\n]/.test(name)) return false;
  const slash = name.indexOf("/");
  if (slash > 0 && providers.includes(name.slice(0, slash))) return true;
  return classes.test(name) || bareNames.some((pattern) => pattern.test(name));
}

function hintFor(name: string): string {
  const slash = name.indexOf("/");
  const near = slash > 0 ? nearest(name.slice(0, slash), providers) : undefined;
  if (near !== undefined) return `Did you mean "${near}${name.slice(slash)}"?`;
  return "Write a name such as gemini-2.5-flash, or put the provider in front: openai/…, anthropic/…, ollama/…, openai-compatible/….";
}
