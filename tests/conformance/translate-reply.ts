/** Reads replies in the reference's shapes and says the same in ours. Only for the vectors of `judge-replies`. */

/** Each JSON object of the text, in our words and with the nonce; the prose around stays. */
export function translateObjects(reply: string, nonce: string): string {
  return reply.replace(/\{(?:[^{}]|\{[^{}]*\})*\}/g, (found) => {
    try {
      return JSON.stringify({ nonce, ...inOurWords(JSON.parse(found)) });
    } catch {
      return found;
    }
  });
}

function inOurWords(value: Readonly<Record<string, unknown>>): object {
  const { reasoning, criteria, is_valid, is_the_agent_response_valid: valid, ...others } = value;
  const verdict = wordOf(valid ?? is_valid ?? others.is_the_agent_response_invalid);
  return {
    ...(reasoning === undefined ? {} : { rationale: reasoning }),
    ...(Array.isArray(criteria) ? { criteria: criteria.map(criterion) } : {}),
    verdict,
  };
}

function criterion({ name, reasoning, passes, is_valid }: Readonly<Record<string, unknown>>) {
  return { name, rationale: reasoning ?? "", passes: passes ?? is_valid };
}

function wordOf(verdict: unknown): unknown {
  if (typeof verdict !== "boolean") return verdict;
  return verdict ? "valid" : "invalid";
}

/** Blocks of `ID:`, `Property:`, `Rationale:` and `Verdict:` lines as items. */
export function translateBlocks(reply: string): object {
  const items: Record<string, string>[] = [];
  for (const line of reply.split("\n")) {
    const [, key = "", value = ""] = /^\s*(ID|Property|Rationale|Verdict): (.*)$/.exec(line) ?? [];
    const last = items.at(-1);
    if (key === "ID" || (key === "Property" && last?.property !== undefined)) items.push({});
    const item = items.at(-1);
    if (key !== "" && item !== undefined) item[key.toLowerCase()] = value;
  }
  return { items };
}

export function cutSentences(reply: string): readonly string[] {
  return [...reply.matchAll(/<sentence>([\s\S]*?)<\/sentence>/g)].map(([, text = ""]) => text);
}

/** Labelled sentences by their number; one that was never cut gets a number past the end. */
export function translateLabels(reply: string, sentences: readonly string[]): object {
  const blocks = reply.split(/\n\s*\n/).map((block) => {
    const fields: Record<string, string> = {};
    for (const line of block.split("\n")) {
      const [, key = "", value = ""] = /^\s*(\w+):\s*(.*)$/.exec(line) ?? [];
      fields[key.toLowerCase()] = value;
    }
    return fields;
  });
  const labels = blocks.map(({ sentence = "", label, rationale = "" }) => {
    const place = sentences.indexOf(sentence);
    return { sentence: (place === -1 ? sentences.length : place) + 1, label, rationale };
  });
  return { labels };
}
