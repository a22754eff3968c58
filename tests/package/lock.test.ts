import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";

interface LockedPackage {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

interface Lock {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

const root = resolve(import.meta.dirname, "../..");
const locks = execFileSync("git", ["ls-files", "*package-lock.json"], {
  cwd: root,
  encoding: "utf8",
})
  .trim()
  .split("\n");

// npm leaves out packages of other platforms when the registry at hand lacks them, and then npm ci refuses the lock everywhere
test.each(locks)(
  "%s has every package that any package asks for, so that npm ci accepts it",
  (lock) => {
    const { packages } = JSON.parse(readFileSync(resolve(root, lock), "utf8")) as Lock;
    const missing = Object.entries(packages).flatMap(([place, locked]) =>
      Object.keys({
        ...locked.dependencies,
        ...locked.devDependencies,
        ...locked.optionalDependencies,
      })
        .filter((name) => !isFoundFrom(packages, place, name))
        .map((name) => `${place || "the project"} asks for ${name}`),
    );
    expect(missing).toEqual([]);
  },
);

/** As Node looks for packages: beside, then further up. */
function isFoundFrom(packages: Lock["packages"], place: string, name: string): boolean {
  if (`${place === "" ? "" : `${place}/`}node_modules/${name}` in packages) return true;
  if (place === "") return false;
  return isFoundFrom(
    packages,
    place.slice(0, Math.max(0, place.lastIndexOf("/node_modules/"))),
    name,
  );
}
