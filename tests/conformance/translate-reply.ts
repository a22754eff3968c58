/** Reads replies in the reference's shapes and says the same in ours. Only for the vectors of `judge-replies`. */

/** Each JSON object of the text, in our words and with the nonce; the prose around stays. */
export function translateObjects(reply: string, nonce: string): string {
  return reply.replace(/\{(?:[^{}]|\{[^{}]*\})*\}/g, (found) => {
    try {
      const [verdict, ...others] = verdictsOf(found);
      const said = JSON.stringify({ nonce, ...inOurWords(JSON.parse(found)), verdict });
      // a key that stands twice is lost on parsing, and so is one that says the opposite
      const more = others.map((each) => `,"verdict":${JSON.stringify(each)}`);
      return `${said.slice(0, -1)}${more.join("")}}`;
    } catch {
      return found;
    }
  });
}

const verdictKey =
  /"(is_the_agent_response_valid|is_the_agent_response_invalid|is_valid)"\s*:\s*("[^"]*"|[^\s,}]+)/g;

/** Every verdict on the whole, in the order of the text; what stands deeper is no such verdict. */
function verdictsOf(found: string): readonly unknown[] {
  const shallow = `{${found.slice(1, -1).replace(/\{[^{}]*\}/g, "{}")}}`;
  return [...shallow.matchAll(verdictKey)].map(([, key, value = ""]) => {
    const given: unknown = JSON.parse(value);
    return key === "is_the_agent_response_invalid" ? turned(given) : wordOf(given);
  });
}

function inOurWords({ reasoning, criteria }: Readonly<Record<string, unknown>>): object {
  return {
    ...(reasoning === undefined ? {} : { rationale: reasoning }),
    ...(Array.isArray(criteria) ? { criteria: criteria.map(criterion) } : {}),
  };
}

function criterion({ name, reasoning, passes, is_valid }: Readonly<Record<string, unknown>>) {
  return { name, rationale: reasoning ?? "", passes: passes ?? is_valid };
}

/** What the key for the opposite says: its "true" is our "invalid"; a word of neither stays as it is. */
function turned(given: unknown): unknown {
  if (given === true || given === "true") return "invalid";
  return given === false || given === "false" ? "valid" : given;
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
  const seen = new Map<string, number>();
  const labels = blocks.map(({ sentence = "", label, rationale = "" }) => {
    // a sentence that was cut twice is labelled twice, one after the other
    const after = sentences.indexOf(sentence, (seen.get(sentence) ?? -1) + 1);
    const place = after === -1 ? sentences.indexOf(sentence) : after;
    seen.set(sentence, place);
    return { sentence: (place === -1 ? sentences.length : place) + 1, label, rationale };
  });
  return { labels };
}
