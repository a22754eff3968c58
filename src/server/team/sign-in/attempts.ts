/** Who tries passwords too often rests, longer each time; nobody else does. */
export interface Attempts {
  /** Milliseconds that this one has to wait; 0 where a password is looked at. */
  wait(who: Attempt): number;
  /** Told before a password is looked at: many at once are not many chances. */
  failed(who: Attempt): void;
  succeeded(who: Attempt): void;
}

interface Attempt {
  readonly user: string;
  readonly address: string;
}

interface Failures {
  count: number;
  /** When the next one may come. */
  next: number;
  last: number;
}

/** How many go without a rest, for one name from one address, for one address, and for one name from everywhere. */
const FREE = { both: 5, address: 20, user: 100 } as const;
const LONGEST = 15 * 60_000;
/** What nobody repeats for so long is forgotten. */
const FORGOTTEN = 60 * 60_000;
const MOST_KEPT = 100_000;

type Kind = keyof typeof FREE;

/**
 * A name that is guessed from everywhere rests too, but not for the addresses that its owner has come from: else whoever
 * guesses could keep them out.
 */
export function attempts(now: () => number = Date.now): Attempts {
  const failures = new Map<string, Failures>();
  const known = new Set<string>();

  const keysOf = ({ user, address }: Attempt): readonly (readonly [Kind, string])[] => [
    ["both", `both ${address} ${user}`],
    ["address", `address ${address}`],
    ["user", `user ${user}`],
  ];
  const isKnown = ({ user, address }: Attempt) => known.has(`${address} ${user}`);

  function forgetOld(): void {
    for (const [key, { last }] of failures) {
      if (now() - last > FORGOTTEN || failures.size > MOST_KEPT) failures.delete(key);
    }
  }
  return {
    wait(who) {
      const rests = keysOf(who)
        .filter(([kind]) => kind !== "user" || !isKnown(who))
        .map(([, key]) => (failures.get(key)?.next ?? 0) - now());
      return Math.max(0, ...rests);
    },
    failed(who) {
      if (failures.size > 1000) forgetOld();
      for (const [kind, key] of keysOf(who)) {
        const before = failures.get(key);
        const isOld = before === undefined || now() - before.last > FORGOTTEN;
        const count = isOld ? 1 : before.count + 1;
        const beyond = count - FREE[kind];
        const rest = beyond < 0 ? 0 : Math.min(LONGEST, 1000 * 2 ** Math.min(beyond, 20));
        failures.set(key, { count, next: now() + rest, last: now() });
      }
    },
    succeeded(who) {
      known.add(`${who.address} ${who.user}`);
      failures.delete(`both ${who.address} ${who.user}`);
      // it was counted before it was looked at
      for (const [kind, key] of keysOf(who)) {
        const found = failures.get(key);
        if (found === undefined) continue;
        found.count -= 1;
        if (found.count < FREE[kind]) found.next = 0;
      }
    },
  };
}
