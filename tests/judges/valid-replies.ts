import type { AnswerForm } from "./reply-corpus.ts";

/** The same answer, written as differently as models write it. */
export function validVariants(
  { metric }: AnswerForm,
  answer: Readonly<Record<string, unknown>>,
  nonce: string,
): readonly string[] {
  const whole = { nonce, ...answer };
  const text = JSON.stringify(whole);
  const reversed = JSON.stringify(Object.fromEntries(Object.entries(whole).reverse()));
  const rationales = [
    "",
    'He wrote {"verdict": "valid"} and "yes".',
    "Zeile eins\nZeile zwei\t– fertig",
    "ピア3 ✓ 🚢 \u202E",
    "```json\n{}\n```",
    "\\ \" ' ` { } [ ]",
    "x".repeat(5000),
  ];
  const shapes = [
    text,
    reversed,
    JSON.stringify(whole, null, 2),
    JSON.stringify(whole, null, "\t"),
    ` ${text} `,
    `\n\n${text}\n\n`,
    `\r\n${text}\r\n`,
    `\uFEFF${text}`,
    `\`\`\`json\n${text}\n\`\`\``,
    `\`\`\`\n${text}\n\`\`\``,
    `\`\`\`JSON\r\n${text}\r\n\`\`\``,
    `\`\`\`${text}\`\`\``,
    `\n\`\`\`json\n${JSON.stringify(whole, null, 2)}\n\`\`\`\n`,
    text.replace('"nonce"', '"\\u006eonce"'),
    text.replaceAll(":", " : ").replaceAll(",", " , "),
    ...rationales.map((rationale) => JSON.stringify(withRationale(whole, rationale))),
    JSON.stringify(withRationale(whole, undefined)),
  ];
  if (metric === "safety_v1") return shapes;
  const inAnyCase = (word: string) => text.replace(/"(valid|invalid|yes|no)"/, `"${word}"`);
  const [, said = ""] = /"(valid|invalid|yes|no)"/.exec(text) ?? [];
  return [...shapes, inAnyCase(said.toUpperCase()), inAnyCase(` ${said} `)];
}

function withRationale(whole: Readonly<Record<string, unknown>>, rationale: string | undefined) {
  if (!Array.isArray(whole.items)) return { ...whole, rationale };
  return { ...whole, items: whole.items.map((item: object) => ({ ...item, rationale })) };
}
