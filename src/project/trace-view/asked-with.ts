import { fieldsOf, tryJson } from "../../core/json/loose-json.ts";
import { readSettings } from "../../core/requests/request-settings.ts";
import { readTools, type ToolDeclaration } from "../../core/requests/tool-declarations.ts";
import { SETTINGS } from "../../core/traces/own-attributes.ts";
import type { Attributes } from "../../core/traces/span.ts";

interface AskedWith {
  readonly tools?: readonly ToolDeclaration[];
  readonly settings?: Readonly<Record<string, unknown>>;
}

const SETTING = "gen_ai.request.";

/** What a model was told beside the messages: which tools it has, and how it shall answer. */
export function askedWith(attributes: Attributes): AskedWith {
  const adk = fieldsOf(written(attributes["gcp.vertex.agent.llm_request"]));
  const config = fieldsOf(adk.config);
  const listed = written(attributes["gen_ai.tool.definitions"] ?? attributes["ai.prompt.tools"]);
  const tools = readTools(Array.isArray(listed) ? listed.map(written) : config.tools);
  const named = Object.entries(attributes).flatMap(([key, value]) => {
    return key.startsWith(SETTING) ? [[key.slice(SETTING.length), value]] : [];
  });
  const settings = {
    ...readSettings([Object.fromEntries(named), config]),
    ...fieldsOf(written(attributes[SETTINGS])),
  };
  return {
    ...(tools.length > 0 && { tools }),
    ...(Object.keys(settings).length > 0 && { settings }),
  };
}

function written(given: unknown): unknown {
  return typeof given === "string" ? (tryJson(given) ?? given) : given;
}
