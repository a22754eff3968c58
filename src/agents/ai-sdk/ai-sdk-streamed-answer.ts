import type { SdkPart } from "./ai-sdk-content.ts";

/** A part of what a model streams. */
export interface StreamedPart {
  readonly type: string;
  readonly id?: string;
  readonly delta?: string;
  readonly modelId?: string;
  readonly usage?: { readonly raw?: object };
}

/** The answer of a model that streams, as it stands in one piece. */
export class StreamedAnswer {
  response: { readonly modelId?: string } = {};
  readonly #parts: (SdkPart & { text?: string })[] = [];
  readonly #open = new Map<string, SdkPart & { text?: string }>();
  #held: StreamedPart[] = [];

  /** Hands a part on, or keeps it: what comes from the first tool call on waits for the end. */
  take(part: StreamedPart, pass: (part: StreamedPart) => void): void {
    this.#read(part);
    const isCall = part.type === "tool-call";
    if (isCall || this.#held.length > 0) this.#held.push(part);
    else pass(part);
  }

  content(): readonly SdkPart[] {
    return this.#parts.filter(({ text, type }) => text !== "" || type.startsWith("tool"));
  }

  /** What was kept, once. */
  held(): readonly StreamedPart[] {
    const held = this.#held;
    this.#held = [];
    return held;
  }

  #read(part: StreamedPart): void {
    const { type, id = "", delta = "", modelId } = part;
    switch (type) {
      case "response-metadata":
        if (modelId !== undefined) this.response = { modelId };
        return;
      case "text-start":
      case "reasoning-start": {
        const begun = { type: type === "text-start" ? "text" : "reasoning", text: "" };
        this.#open.set(id, begun);
        this.#parts.push(begun);
        return;
      }
      case "text-delta":
      case "reasoning-delta": {
        const open = this.#open.get(id);
        if (open !== undefined) open.text = (open.text ?? "") + delta;
        return;
      }
      case "tool-call":
      case "tool-result":
        this.#parts.push(part as SdkPart);
        return;
      default:
    }
  }
}
