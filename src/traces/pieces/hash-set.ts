/** A set of hashes that takes little more than the numbers themselves. */
export class HashSet {
  #table = new Float64Array(1024);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  has(hash: number): boolean {
    return this.#table[this.#placeOf(hash + 1)] !== 0;
  }

  /** False where it was there already. */
  add(hash: number): boolean {
    const place = this.#placeOf(hash + 1);
    if (this.#table[place] !== 0) return false;
    this.#table[place] = hash + 1;
    this.#size += 1;
    if (this.#size * 2 > this.#table.length) this.#grow();
    return true;
  }

  /** Where a value is or would be; 0 stands for nothing, so that values begin at 1. */
  #placeOf(value: number): number {
    const last = this.#table.length - 1;
    let place = value % (last + 1);
    while (this.#table[place] !== 0 && this.#table[place] !== value) {
      place = place === last ? 0 : place + 1;
    }
    return place;
  }

  #grow(): void {
    const values = this.#table;
    this.#table = new Float64Array(values.length * 2);
    for (const value of values) if (value !== 0) this.#table[this.#placeOf(value)] = value;
  }
}
