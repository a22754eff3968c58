import { type ProduceText, replaceFile } from "./replace-file.ts";
import { unwritable } from "./unwritable.ts";

/** Puts a text in a file's place at once, or says in a sentence why it cannot; then the file is as it was. */
export async function writeWhole(path: string, text: string | ProduceText): Promise<void> {
  try {
    await replaceFile(path, typeof text === "string" ? (write) => write(text) : text);
  } catch (cause) {
    throw unwritable(path, cause);
  }
}
