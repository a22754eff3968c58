/** Searches breadth first, so that long chains of exchanges cost no stack. */
export function augment(
  start: number,
  partners: number[],
  owners: number[],
  fits: (left: number, right: number) => boolean,
): void {
  const reachedFrom = new Map<number, number>();
  const waiting = [start];
  for (const each of waiting) {
    for (let place = 0; place < owners.length; place += 1) {
      if (reachedFrom.has(place) || !fits(each, place)) continue;
      reachedFrom.set(place, each);
      const owner = owners[place] ?? -1;
      if (owner === -1) {
        exchange(place, reachedFrom, partners, owners);
        return;
      }
      waiting.push(owner);
    }
  }
}

function exchange(
  free: number,
  reachedFrom: ReadonlyMap<number, number>,
  partners: number[],
  owners: number[],
): void {
  let place = free;
  while (place !== -1) {
    const each = reachedFrom.get(place) ?? -1;
    const before = partners[each] ?? -1;
    partners[each] = place;
    owners[place] = each;
    place = before;
  }
}
