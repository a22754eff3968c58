import type { Usage } from "../../core/agent.ts";
import type { LooseJson } from "../../core/json/loose-json.ts";

/** How one vendor's API is spoken over HTTP. Bodies are recognised by their fields, since any host may speak it. */
export interface WireProtocol {
  /** Whether requests to this path may be of the protocol. */
  matches(path: string): boolean;
  /** Undefined when the body is no request to a model after all. */
  readRequest(body: LooseJson, path: string): WireRequest | undefined;
  /** From a whole answer, or from the pieces of a streamed one as far as it came. Undefined when it is none. */
  readReply(pieces: readonly LooseJson[]): WireReply | undefined;
}

export interface WireRequest {
  readonly model?: string | undefined;
  /** The whole conversation so far, oldest first. */
  readonly results: readonly WireResult[];
}

/** What a tool gave, as the model gets it. */
export interface WireResult {
  /** Missing where the protocol goes by names. */
  readonly id?: string | undefined;
  readonly tool?: string | undefined;
  readonly value: unknown;
  readonly isError?: boolean | undefined;
  /** Nothing of the model follows it, so it answers the reply before this request. */
  readonly isNew: boolean;
}

export interface WireReply {
  readonly model?: string | undefined;
  readonly parts: readonly WirePart[];
  readonly usage: Partial<Usage>;
}

export type WirePart =
  | { readonly type: "text"; readonly text: string; readonly thought?: boolean | undefined }
  | {
      readonly type: "call";
      readonly id?: string | undefined;
      readonly tool: string;
      readonly args: unknown;
    };
