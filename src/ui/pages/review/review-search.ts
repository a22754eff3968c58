/** What the address of the review says. */
export interface ReviewSearch {
  /** What was looked at already, in place of what waits. */
  readonly past?: true | undefined;
  /** What is looked at, by its id. */
  readonly item?: string | undefined;
}

export function readReviewSearch({ past, item }: Readonly<Record<string, unknown>>): ReviewSearch {
  return {
    ...(past === true && { past }),
    ...(item !== undefined && item !== "" && { item: `${item}` }),
  };
}
