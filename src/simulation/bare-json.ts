import { parseJson } from "../core/json/json-text.ts";
import { pythonStrip } from "../core/text/python-space.ts";

/** The JSON of a reply, with or without a fence around it; undefined when it is something else. */
export function bareJson(reply: string): { readonly value: unknown } | undefined {
  const bare = reply.replace(/^```[a-zA-Z]*\n/, "").replace(/\n```(?=\n?$)/, "");
  try {
    return { value: parseJson(pythonStrip(bare)) };
  } catch {
    return undefined;
  }
}
