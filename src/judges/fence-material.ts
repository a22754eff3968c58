import type { Material } from "../core/judge.ts";

/** Characters of one text that a judge is shown; of a longer one, the beginning and the end. */
const LONGEST = 60_000;
const END = 20_000;

/** What is judged, as data: every text is a JSON string, and only the fence carries the nonce. */
export function fenceMaterial(material: readonly Material[], nonce: string): string {
  const lines = material.map(({ title, text }) => visible(JSON.stringify({ title, ...cut(text) })));
  return [`<<<MATERIAL ${nonce}`, ...lines, `MATERIAL ${nonce}>>>`].join("\n");
}

/** What was left out is told beside the text, never inside it, where the text itself could claim it. */
function cut(text: string): object {
  const whole = text.toWellFormed();
  if (whole.length <= LONGEST) return { text: whole };
  const begin = whole.slice(0, LONGEST - END).toWellFormed();
  const end = whole.slice(-END).toWellFormed();
  return { text: begin, charactersLeftOut: whole.length - LONGEST, textGoesOnWith: end };
}

/** Controls, direction marks, zero-width and tag characters: what a reader would not see, a judge shall see. */
const unseen = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029]/gu;

function visible(json: string): string {
  return json.replace(unseen, (found) => {
    let escaped = "";
    for (let at = 0; at < found.length; at += 1) {
      escaped += `\\u${found.charCodeAt(at).toString(16).padStart(4, "0")}`;
    }
    return escaped;
  });
}
