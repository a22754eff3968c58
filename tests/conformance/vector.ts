/** One vector of the conformance folder; the README there explains every field. */
export interface Vector {
  readonly id: string;
  readonly about: string;
  readonly input: Readonly<Record<string, never>>;
  readonly expected: Readonly<Record<string, never>>;
  /** Present where we decided to be better than the reference; `ours` must hold then. */
  readonly differs?: string;
  readonly ours?: Readonly<Record<string, never>>;
}

/** How one kind of vector is checked, through the product's own functions. */
export interface ConformanceKind {
  /** Every input field the check understands; any other fails the vector. */
  readonly inputs: readonly string[];
  /** Throws when the vector does not hold. */
  hold(vector: Vector): void | Promise<void>;
}

/** What must hold: ours where we differ, else the reference's outcome. */
export function outcomeOf(vector: Vector): Readonly<Record<string, never>> {
  return vector.ours ?? vector.expected;
}
