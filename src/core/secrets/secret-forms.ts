import { spreadBy } from "./spread-recipe.ts";

/** One way in which a secret stands in a text. */
export interface SecretForm {
  /** How placeholders name it; empty for the value as it is. */
  readonly label: string;
  readonly text: string;
}

/** At least so much of a value counts as it where it is not all there, or written in another case. */
const SHORTEST_CUT = 12;
/** A shorter piece of an encoded value could stand anywhere by chance. */
const SHORTEST_ENCODED = 6;

/** The value as it is, and as encoders write it: JSON, addresses, HTML, base64 at any place of a longer text, hexadecimal. */
export function secretForms(value: string): readonly SecretForm[] {
  const seen = new Set<string>();
  const forms: SecretForm[] = [];
  const add = (label: string, text: string): void => {
    const tooShort = label !== "" && text.length < Math.min(SHORTEST_ENCODED, value.length);
    if (text === "" || tooShort || seen.has(text)) return;
    seen.add(text);
    forms.push({ label, text });
  };
  add("", value);
  for (const [label, encode] of escapes) add(label, encode(value));
  const bytes = new TextEncoder().encode(value);
  for (let before = 0; before < 3; before += 1) {
    const standard = base64Core(bytes, before);
    const place = before === 0 ? "" : `-${before}`;
    add(`base64${place}`, standard);
    add(`base64url${place}`, urlSafe(standard));
  }
  const whole = base64(bytes).replace(/=+$/, "");
  add("base64-whole", whole);
  add("base64url-whole", urlSafe(whole));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  add("hex", hex);
  add("HEX", hex.toUpperCase());
  for (const [label, text] of cutForms(value)) add(label, text);
  return forms;
}

/** The text that a label stands for, or undefined for a label that nobody gave. */
export function formOf(value: string, label: string): string | undefined {
  const cut = /^(first|last) (\d+)$/.exec(label);
  if (cut !== null) {
    const length = Number(cut[2]);
    return cut[1] === "first" ? value.slice(0, length) : value.slice(-length);
  }
  const [, spread, recipe] = /^spread (\S+) (\S+)$/.exec(label) ?? [];
  if (spread !== undefined && recipe !== undefined) {
    const plain = formOf(value, spread === "value" ? "" : spread);
    return plain === undefined ? undefined : spreadBy(recipe, plain);
  }
  return secretForms(value).find((form) => form.label === label)?.text;
}

const json = (text: string) => JSON.stringify(text).slice(1, -1);
const ascii = (text: string) =>
  json(text).replace(
    /[\u0080-\uffff]/g,
    (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
const url = (text: string) => encodeURIComponent(text.toWellFormed());
const strictUrl = (text: string) =>
  url(text).replace(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`);
const lowered = (text: string) => text.replace(/%[0-9A-F]{2}/g, (each) => each.toLowerCase());
const form = (text: string) => new URLSearchParams([["", text]]).toString().slice(1);
const html = (text: string, quote: string, apostrophe: string) =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', quote)
    .replaceAll("'", apostrophe);

const escapes: readonly (readonly [label: string, encode: (text: string) => string])[] = [
  ["lower", (text) => (text.length < SHORTEST_CUT ? text : text.toLowerCase())],
  ["UPPER", (text) => (text.length < SHORTEST_CUT ? text : text.toUpperCase())],
  ["json", json],
  ["json-twice", (text) => json(json(text))],
  ["json-slash", (text) => json(text).replaceAll("/", "\\/")],
  ["json-ascii", ascii],
  ["url", url],
  ["url-lower", (text) => lowered(url(text))],
  ["url-strict", strictUrl],
  ["url-strict-lower", (text) => lowered(strictUrl(text))],
  ["url-whole", (text) => encodeURI(text.toWellFormed())],
  ["url-twice", (text) => url(url(text))],
  ["form", form],
  ["form-lower", (text) => lowered(form(text))],
  ["html", (text) => html(text, "&quot;", "&#39;")],
  ["html-hex", (text) => html(text, "&quot;", "&#x27;")],
  ["html-numbers", (text) => html(text, "&#34;", "&#39;")],
  ["html-named", (text) => html(text, "&quot;", "&apos;")],
  ["html-text", (text) => html(text, '"', "'")],
];

/** The characters that depend on the value alone, when it begins `before` bytes after a group of three. */
function base64Core(bytes: Uint8Array, before: number): string {
  const padded = new Uint8Array(before + bytes.length);
  padded.set(bytes, before);
  const first = Math.ceil((before * 8) / 6);
  const last = Math.floor((padded.length * 8) / 6);
  return base64(padded).slice(first, last);
}

function base64(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

function urlSafe(text: string): string {
  return text.replaceAll("+", "-").replaceAll("/", "_");
}

/** Half of a key or more is left where a text was cut. Only as much of it as no ordinary text begins or ends like. */
function cutForms(value: string): readonly (readonly [label: string, text: string])[] {
  const half = Math.max(SHORTEST_CUT, Math.floor(value.length / 2));
  const scheme = value.indexOf("://");
  if (half >= value.length || /\s/.test(value) || half < scheme + 11) return [];
  const shortest = (side: string, cut: (length: number) => string) => {
    for (let length = half; length < value.length; length += 1) {
      const text = cut(length);
      if (/\d/.test(text) && /[A-Za-z]/.test(text)) return [[`${side} ${length}`, text] as const];
    }
    return [];
  };
  return [
    ...shortest("first", (length) => value.slice(0, length)),
    ...shortest("last", (length) => value.slice(-length)),
  ];
}
