/** What tests use of `@google/adk`, which is installed with an example and not for us. */
export type Adk = Readonly<Record<string, new (options: object) => object>>;

export interface Part {
  readonly text?: string;
  readonly functionCall?: { readonly id?: string; readonly name: string; readonly args: object };
}

interface Content {
  readonly role?: string;
  readonly parts?: readonly {
    readonly text?: string;
    readonly functionResponse?: { readonly name: string; readonly response?: unknown };
  }[];
}

/** A model's whole reply; a list of parts has no token counts. */
export interface Reply {
  readonly parts: readonly Part[];
  readonly tokens?: readonly [input: number, output: number];
  /** The model breaks down after these parts. */
  readonly error?: string;
}

/** What a model does about the user's last text, what its tools have answered since, and its instruction. */
export type Script = (
  text: string,
  results: readonly unknown[],
  instruction: string,
) => Reply | Promise<Reply>;

interface Request {
  readonly contents: readonly Content[];
  readonly config?: { readonly systemInstruction?: unknown };
}

export function scriptedModel(adk: Adk, script: Script): object {
  const { BaseLlm } = adk;
  if (BaseLlm === undefined) throw new Error("@google/adk has no BaseLlm");
  return new (class extends BaseLlm {
    async *generateContentAsync({ contents, config }: Request) {
      const asked = contents.findLastIndex(isAsked);
      const since = contents.slice(asked).flatMap(({ parts = [] }) => parts);
      const results = since.flatMap(({ functionResponse }) => functionResponse?.response ?? []);
      const text = contents[asked]?.parts?.[0]?.text ?? "";
      const instruction = String(config?.systemInstruction ?? "");
      const { parts, tokens, error } = await script(text, results, instruction);
      if (parts.length > 0 || error === undefined) yield responseOf(parts, tokens);
      if (error !== undefined) throw new Error(error);
    }
  })({ model: "scripted" });
}

/** Tokens as a model of Google's tells them. */
function responseOf(parts: readonly Part[], tokens: Reply["tokens"]): object {
  const content = { role: "model", parts };
  if (tokens === undefined) return { content };
  const [promptTokenCount, candidatesTokenCount] = tokens;
  return { content, usageMetadata: { promptTokenCount, candidatesTokenCount } };
}

/** Words of other agents are told to a model as the user's. */
function isAsked({ role, parts }: Content): boolean {
  const text = parts?.[0]?.text;
  return role === "user" && text !== undefined && !text.startsWith("For context");
}

export function says(text: string, tokens?: readonly [number, number]): Reply {
  return { parts: [{ text }], ...(tokens === undefined ? {} : { tokens }) };
}

export function calls(name: string, args: object = {}, id?: string): Reply {
  return { parts: [callPart(name, args, id)] };
}

export function callPart(name: string, args: object = {}, id?: string): Part {
  return { functionCall: { name, args, ...(id === undefined ? {} : { id }) } };
}

interface Context {
  readonly state: {
    get(key: string): unknown;
    set(key: string, value: unknown): void;
  };
}

/** A tool with free arguments. */
export function scriptedTool(
  adk: Adk,
  name: string,
  execute: (args: Record<string, unknown>, context: Context) => unknown,
  options: object = {},
): object {
  return make(adk, "FunctionTool", { name, description: name, execute, ...options });
}

export function make(adk: Adk, kind: string, options: object): object {
  const Kind = adk[kind];
  if (Kind === undefined) throw new Error(`@google/adk has no ${kind}`);
  return new Kind(options);
}
