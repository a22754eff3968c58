import type { Content, Part } from "../../core/content.ts";
import { truncate } from "./text-width.ts";

/** What was said, with a word for everything that is no text: `Look at this: [image/png, 12 kB]`. */
export function contentText(content: Content | undefined): string | undefined {
  if (content?.parts === undefined) return undefined;
  return content.parts
    .flatMap(({ text, ...part }) => [
      ...(text ? [text] : []),
      ...attachment(part),
      ...toolAnswer(part),
    ])
    .join("\n");
}

/** Who confirms a call, or brings the result of a long one, says no word. */
function toolAnswer({ functionResponse }: Part): readonly string[] {
  if (functionResponse === undefined) return [];
  const { name, response } = functionResponse;
  return [`[${facts(name, truncate(JSON.stringify(response) ?? "", MOST_OF_ANSWER))}]`];
}

/** A tool may answer with a megabyte; its beginning says what it is. */
const MOST_OF_ANSWER = 200;

/** An image, a recording or a file, in brackets; nothing for other parts. */
export function attachment({ inlineData, fileData }: Part): readonly string[] {
  if (inlineData !== undefined) {
    const { mimeType, data, displayName } = inlineData;
    return [`[${facts(displayName, mimeType ?? "data", data && sizeText(bytesOf(data)))}]`];
  }
  if (fileData === undefined) return [];
  const text = (key: string) => (typeof fileData[key] === "string" ? fileData[key] : undefined);
  return [`[${facts(text("displayName"), text("mimeType") ?? "file", text("fileUri"))}]`];
}

function facts(...all: readonly (string | undefined)[]): string {
  return all.filter(Boolean).join(", ");
}

/** Of what base64 stands for; line breaks in it stand for nothing. */
function bytesOf(data: string): number {
  const digits = data.replace(/[^A-Za-z0-9+/_-]/g, "").length;
  return Math.floor((digits * 3) / 4);
}

function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
