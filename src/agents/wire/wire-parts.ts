import type { WirePart } from "./wire-protocol.ts";

/** The parts of a reply in their order; pieces of a text that follow each other are one. */
export class WireParts {
  readonly #parts: WirePart[] = [];

  get all(): readonly WirePart[] {
    return this.#parts;
  }

  text(text: unknown, { thought = false }: { readonly thought?: boolean } = {}): void {
    if (typeof text !== "string" || text === "") return;
    const last = this.#parts.at(-1);
    if (last?.type !== "text" || (last.thought ?? false) !== thought) {
      this.#parts.push(thought ? { type: "text", text, thought } : { type: "text", text });
    } else this.#parts[this.#parts.length - 1] = { ...last, text: last.text + text };
  }

  call(call: { readonly id: unknown; readonly tool: unknown; readonly args: unknown }): void {
    const { id, tool, args } = call;
    if (typeof tool !== "string" || tool === "" || args === undefined) return;
    const named = typeof id === "string" && id !== "";
    this.#parts.push({ type: "call", id: named ? id : undefined, tool, args });
  }
}
