import { tryJson } from "../../core/json/loose-json.ts";
import type { ModelRequest } from "../../core/requests/model-request.ts";
import { sentRequest } from "../recording/sent-request.ts";
import type { WireExchange } from "./wire-log.ts";

/** What a model was sent, as far as that was kept. */
export function requestIn({ request: text }: WireExchange): { readonly request?: ModelRequest } {
  const request = text === undefined ? undefined : sentRequest(tryJson(text));
  return request === undefined ? {} : { request };
}
