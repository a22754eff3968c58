/** Names that need no provider in front, as ADK's registry has them. */
export const bareModelNames = [
  /^(gemini|gemma|model-optimizer|claude|gpt)-.*$/,
  /^o\d+-.*$/,
  /^projects\/.+\/locations\/.+\/(endpoints\/.+|publishers\/(google|anthropic)\/models\/.+)$/,
  /^(meta\.llama-|google\.gem(ini|ma)-|xai\.grok-|mistralai\.mi(stral|xtral)-|nvidia\.).*$/,
  /^.*-apigee$/,
];

/** Before the slash: vendors and gateways that ADK reaches through LiteLLM, and our own doors. */
export const modelProviders = [
  "ai21",
  "anthropic",
  "apigee",
  "azure",
  "azure_ai",
  "bedrock",
  "cerebras",
  // stands for a model that a config which is code contains itself
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
export const modelClasses =
  /^(Gemini|Gemma|Gemma3Ollama|Claude|AnthropicLlm|LiteLlm|ApigeeLlm|OpenAILlm|OCIGenAILlm):/;
