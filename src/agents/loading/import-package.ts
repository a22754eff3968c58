import { createRequire } from "node:module";

/** Imports packages as the agent's own file would, and never a second copy of one that it has loaded already. */
export function importerFrom(path: string): (specifier: string) => Promise<unknown> {
  const needed = new Map<string, Promise<unknown>>();
  return (specifier) => {
    const known = needed.get(specifier) ?? importFrom(path, specifier);
    needed.set(specifier, known);
    return known;
  };
}

/** A package in both formats is two packages; the one that was required is used as it is, else the imported one. */
async function importFrom(path: string, specifier: string): Promise<unknown> {
  const require = createRequire(path);
  if (wasRequired(require, specifier)) return require(specifier);
  // Node resolves for importing only from the file that imports
  const { createJiti } = await import("jiti");
  return import(createJiti(path).esmResolve(specifier));
}

function wasRequired(require: NodeJS.Require, specifier: string): boolean {
  try {
    return require.resolve(specifier) in require.cache;
  } catch {
    // a package for importing only
    return false;
  }
}
