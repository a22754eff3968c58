import { z } from "zod";

interface JsonSchema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly minimum?: number;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
}

/** A body of this form whose texts are all `text`. */
function bodyOf(schema: z.ZodType, text: string): unknown {
  const whole = z.toJSONSchema(schema, { unrepresentable: "any", io: "input" }) as JsonSchema;
  return filled(whole, text, whole.$defs ?? {}, 0);
}

/** The same with one text of it at a time, the others being what `usual` says by their names. */
export function bodiesOf(
  schema: z.ZodType,
  text: string,
  usual: Readonly<Record<string, unknown>>,
): readonly unknown[] {
  const all = bodyOf(schema, text) as Readonly<Record<string, unknown>>;
  const calm = {
    ...all,
    ...Object.fromEntries(Object.entries(usual).filter(([key]) => key in all)),
  };
  return [all, ...Object.keys(all).map((key) => ({ ...calm, [key]: all[key] }))];
}

type Defs = Readonly<Record<string, JsonSchema>>;

function filled(schema: JsonSchema, text: string, defs: Defs, depth: number): unknown {
  if (depth > 8) return null;
  const inside = (each: JsonSchema) => filled(each, text, defs, depth + 1);
  const [choice] = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? [];
  if (choice !== undefined) return inside(choice);
  if (schema.$ref !== undefined) return inside(defs[schema.$ref.replace("#/$defs/", "")] ?? {});
  if (schema.type === "array") return schema.items === undefined ? [text] : [inside(schema.items)];
  if (schema.type === "object") return filledObject(schema, text, inside);
  return plain(schema, text);
}

function plain({ const: only, enum: some, type, minimum = 1 }: JsonSchema, text: string): unknown {
  if (only !== undefined || some !== undefined) return only ?? some?.[0];
  if (type === "boolean") return true;
  return type === "number" || type === "integer" ? minimum : text;
}

function filledObject(
  { properties = {}, additionalProperties: more }: JsonSchema,
  text: string,
  inside: (schema: JsonSchema) => unknown,
): unknown {
  const named = Object.entries(properties).map(([key, each]) => [key, inside(each)]);
  const others = typeof more === "object" ? [[text, inside(more)]] : [];
  return Object.fromEntries([...named, ...others]);
}
