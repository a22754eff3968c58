/** An id of a set without the part that only tells it apart from others. */
export function setLabel(id: string): string {
  return id.replace(/\.[0-9a-f]{8}$/, "");
}
