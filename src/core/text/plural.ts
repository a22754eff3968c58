import { grouped } from "../numbers/grouped.ts";

/** `1 case`, `2 cases`, `10,000 cases`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}
