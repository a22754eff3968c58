import { fieldsOf } from "../../core/json/loose-json.ts";
import { parsed } from "../../core/messages/parsed.ts";

/** What decorators of Python functions write of a call: its arguments by name, else the first of them. */
export function calledWith(value: unknown): unknown {
  const { args, kwargs } = fieldsOf(value);
  if (Object.keys(fieldsOf(kwargs)).length > 0) return kwargs;
  return Array.isArray(args) && args.length > 0 ? parsed(args[0]) : undefined;
}
