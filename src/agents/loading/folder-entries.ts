import { type Dirent, readdirSync } from "node:fs";

/** In one order everywhere; none where the folder cannot be read. */
export function folderEntries(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return [];
  }
}
