import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";

interface LockedPackage {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const path = resolve(import.meta.dirname, "../../package-lock.json");
const { packages } = JSON.parse(readFileSync(path, "utf8")) as {
  packages: Readonly<Record<string, LockedPackage>>;
};

// npm leaves out packages of other platforms when the registry at hand lacks them, and then npm ci refuses the lock everywhere
test("the lock has every package that any package asks for, so that npm ci accepts it", () => {
  const missing = Object.entries(packages).flatMap(([place, locked]) =>
    Object.keys({
      ...locked.dependencies,
      ...locked.devDependencies,
      ...locked.optionalDependencies,
    })
      .filter((name) => !isFoundFrom(place, name))
      .map((name) => `${place || "the project"} asks for ${name}`),
  );
  expect(missing).toEqual([]);
});

/** As Node looks for packages: beside, then further up. */
function isFoundFrom(place: string, name: string): boolean {
  if (`${place === "" ? "" : `${place}/`}node_modules/${name}` in packages) return true;
  if (place === "") return false;
  return isFoundFrom(place.slice(0, Math.max(0, place.lastIndexOf("/node_modules/"))), name);
}
