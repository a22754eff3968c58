/** The paths below an app that only development servers have, where older clients look for them too. */
export function devPaths(...tails: readonly string[]): readonly string[] {
  return tails.flatMap((tail) => [`/dev/apps/:app${tail}`, `/apps/:app${tail}`]);
}
