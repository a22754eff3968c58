import { fieldsOf, type LooseJson } from "../../core/json/loose-json.ts";
import { type ModelRequest, modelRequest } from "../../core/requests/model-request.ts";
import { readSettings } from "../../core/requests/request-settings.ts";
import { plainData } from "./plain-data.ts";

/**
 * What a model was sent, from what its client was given in any vendor's form. Copied now: agents go on changing it. Undefined
 * where that is no request.
 */
export function sentRequest(given: unknown): ModelRequest | undefined {
  try {
    // only what is known, since clients carry keys, connections and whole agents along
    const sent = fieldsOf(given);
    const config = fieldsOf(sent.config);
    const messages = firstOf(sent, "messages", "contents", "input", "prompt");
    if (messages === undefined) return undefined;
    return modelRequest({
      system: plainData(systemOf(sent) ?? systemOf(config)),
      messages: plainData(messages),
      tools: plainData(sent.tools ?? config.tools),
      settings: [plainData(readSettings([sent, config, ...settingsIn(sent)]))],
    });
  } catch {
    // objects of a user's may be anything
    return undefined;
  }
}

function systemOf(sent: LooseJson): unknown {
  return firstOf(sent, "system", "systemInstruction", "system_instruction", "instructions");
}

function settingsIn(sent: LooseJson): readonly unknown[] {
  return [sent.generationConfig, sent.generation_config, sent.options];
}

function firstOf(sent: LooseJson, ...keys: readonly string[]): unknown {
  return keys.map((key) => sent[key]).find((value) => value !== undefined && value !== null);
}
