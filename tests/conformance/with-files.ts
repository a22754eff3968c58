import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** A folder with these files, or folders where the name ends in a slash, for as long as the work takes. */
export async function withFiles<T>(
  files: readonly string[],
  work: (folder: string) => T | Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "assay-files-"));
  try {
    for (const file of files) {
      const path = join(folder, file);
      await mkdir(file.endsWith("/") ? path : dirname(path), { recursive: true });
      if (!file.endsWith("/")) await writeFile(path, "{}");
    }
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}
