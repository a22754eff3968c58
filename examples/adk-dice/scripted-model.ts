import { BaseLlm, type BaseLlmConnection, type LlmRequest, type LlmResponse } from "@google/adk";

type Content = LlmRequest["contents"][number];
type Result = Record<string, unknown>;

/** Tools to call at once, by name with their arguments. */
export type Calls = [tool: string, args: Record<string, unknown>][];

/** What to do about a message: yields calls, gets their results, returns the answer. */
export type Script = (text: string) => Generator<Calls, string, Result[]>;

/** Stands in for a model: no key, no network, and every run gives the same answers. */
export class ScriptedModel extends BaseLlm {
  readonly #script: Script;

  constructor(script: Script) {
    super({ model: "scripted-model" });
    this.#script = script;
  }

  override async *generateContentAsync({
    contents,
  }: LlmRequest): AsyncGenerator<LlmResponse, void> {
    const asked = contents.findLastIndex(isMessage);
    const script = this.#script(contents[asked]?.parts?.[0]?.text ?? "");
    let step = script.next();
    // a model sees the whole conversation every time, so the script is played from its beginning
    for (const { parts = [] } of contents.slice(asked).filter(hasResults)) {
      step = script.next(parts.map((part) => part.functionResponse?.response ?? {}));
    }
    const parts = step.done
      ? [{ text: step.value }]
      : step.value.map(([name, args]) => ({ functionCall: { name, args } }));
    const usageMetadata = {
      promptTokenCount: JSON.stringify(contents).length >> 2,
      candidatesTokenCount: JSON.stringify(parts).length >> 2,
    };
    yield { content: { role: "model", parts }, usageMetadata };
  }

  override async connect(): Promise<BaseLlmConnection> {
    throw new Error("A script cannot be talked to live.");
  }
}

/** What other agents said is told to a model as the user's words; it begins with "For context". */
function isMessage({ role, parts }: Content): boolean {
  const text = parts?.[0]?.text;
  return role === "user" && text !== undefined && !text.startsWith("For context");
}

function hasResults({ parts }: Content): boolean {
  return parts?.some((part) => part.functionResponse) === true;
}
