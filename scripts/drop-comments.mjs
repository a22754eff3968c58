// Comments are for who reads the source; what programs see of them is in the types beside. Lines stay lines, and names stay
// names, so that a stack can be read.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Rewrites the compiled files in `folder`, but those of `bundles`. */
export async function dropComments(folder, bundles, transform) {
  const names = readdirSync(folder, { recursive: true }).filter(
    (name) => name.endsWith(".js") && !bundles.includes(name.split(/[\\/]/)[0]),
  );
  await Promise.all(
    names.map(async (name) => {
      const file = join(folder, name);
      const { code } = await transform(readFileSync(file, "utf8"));
      writeFileSync(file, code);
    }),
  );
}
