import type { Material } from "../core/judge.ts";

/** What is judged, as data: every text is a JSON string, and only the fence carries the nonce. */
export function fenceMaterial(material: readonly Material[], nonce: string): string {
  const lines = material.map(({ title, text }) => lineOf(title, text));
  return [`<<<MATERIAL ${nonce}`, ...lines, `MATERIAL ${nonce}>>>`].join("\n");
}

/** One text as a judge is shown it: whole, always. */
export function lineOf(title: string, text: string): string {
  return visible(JSON.stringify({ title, text: text.toWellFormed() }));
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
