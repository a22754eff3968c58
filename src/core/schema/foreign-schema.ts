import {
  isObject,
  makeSchema,
  type ParseContext,
  pathText,
  type Schema,
  type SchemaParts,
} from "./parse-context.ts";
import { isStandardSchema, type StandardIssue, type StandardSchema } from "./standard-schema.ts";

/** A schema of ours for any Standard Schema; one of ours stays as it is, or gets what plain JavaScript left out. */
export function schemaOf<T>(schema: StandardSchema<unknown, T>): Schema<T> {
  if (!isReader<T>(schema)) return foreignSchema(schema);
  if (typeof schema.write === "function" && typeof schema.jsonSchema === "function") return schema;
  return makeSchema<T>({ ...unsaid, read: (value, context) => schema.read(value, context) });
}

/** Whether a value describes settings, in our language or that of another library. */
export function isSettingsSchema(value: unknown): boolean {
  return isReader(value) || isStandardSchema(value);
}

function isReader<T>(value: unknown): value is Schema<T> {
  return isObject(value) && typeof value.read === "function";
}

const unsaid: Omit<SchemaParts<unknown>, "read"> = {
  expected: "a criterion",
  write: (value) => value,
  jsonSchema: () => ({}),
};

/** What it reads is the library's business; its issues are reported at their places. */
function foreignSchema<T>(schema: StandardSchema<unknown, T>): Schema<T> {
  return makeSchema<T>({
    ...unsaid,
    read(value, context) {
      const given = withPlainNumbers(value);
      const result = schema["~standard"].validate(given);
      if (isThenable(result)) {
        // whatever comes of it, nobody waits for it
        result.then(undefined, () => {});
        context.problem("The criterion's schema is asynchronous, or throws.", {
          hint: "A config is read at once; take what is asynchronous out of the schema, and what throws.",
        });
        return undefined as T;
      }
      if (result.issues !== undefined) {
        for (const issue of result.issues) addIssue(issue, context);
        return undefined as T;
      }
      refuseIgnored(schema, given, result.value, context);
      return result.value;
    },
  });
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as { then?: unknown } | null)?.then === "function";
}

function addIssue({ message, path = [] }: StandardIssue, context: ParseContext): void {
  const keys = path.map((each) => (typeof each === "object" ? each.key : each));
  const depth = context.path.length;
  context.path.push(...keys.map((key) => (typeof key === "number" ? key : String(key))));
  const said = message.trim() === "" ? "It is not what was expected" : message.trim();
  const where = context.path.length === 0 ? "" : `${pathText(context.path)}: `;
  context.problem(`${where}${/[.!?]$/.test(said) ? said : `${said}.`}`, {
    hint:
      keys[0] === "threshold"
        ? "The metric's own schema never sees the threshold: leave it out there."
        : "The metric's own schema says so.",
  });
  context.path.length = depth;
}

/** Most libraries leave out or keep keys that they do not know, and a misspelt setting would go unnoticed. */
function refuseIgnored(
  schema: StandardSchema,
  given: unknown,
  read: unknown,
  context: ParseContext,
): void {
  if (!isObject(given) || !isObject(read)) return;
  for (const key of Object.keys(given)) {
    const isUnknown = Object.hasOwn(read, key)
      ? isUndeclared(schema, key)
      : isNeverLookedAt(schema, { given, key, read });
    if (!isUnknown) continue;
    context.path.push(key);
    const others = Object.keys(read).filter((each) => each !== key);
    context.problem(`The criterion has no setting "${key}".`, {
      hint: others.length === 0 ? "Take it out." : `Its schema reads ${others.join(", ")}.`,
      mark: "key",
    });
    context.path.pop();
  }
}

interface Dropped {
  readonly given: Readonly<Record<string, unknown>>;
  readonly key: string;
  readonly read: unknown;
}

/** A key that is missing from what was read may have been renamed; one whose value makes no difference was not. */
function isNeverLookedAt(schema: StandardSchema, { given, key, read }: Dropped): boolean {
  const probed = schema["~standard"].validate({ ...given, [key]: Symbol("any value") });
  if (isThenable(probed) || probed.issues !== undefined) return false;
  return isSame(probed.value, read);
}

/** A key that was kept is known, unless the schema can list its keys and says nothing of others. */
function isUndeclared(schema: StandardSchema, key: string): boolean {
  try {
    const listed = schema["~standard"].jsonSchema?.input({ target: "draft-2020-12" });
    if (!isObject(listed) || !isObject(listed.properties)) return false;
    return listed.additionalProperties === undefined && !Object.hasOwn(listed.properties, key);
  } catch {
    // not every schema can be written as JSON Schema
    return false;
  }
}

function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((each, at) => isSame(each, other[at]));
  }
  if (!isObject(one) || !isObject(other)) return false;
  const keys = Object.keys(one);
  const isAsLong = keys.length === Object.keys(other).length;
  return isAsLong && keys.every((key) => Object.hasOwn(other, key) && isSame(one[key], other[key]));
}

/** Integers too long for a double are kept as text while a file is read; no other library knows them. */
function withPlainNumbers(value: unknown): unknown {
  if (JSON.isRawJSON(value)) return Number(value.rawJSON);
  if (Array.isArray(value)) return value.map(withPlainNumbers);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, withPlainNumbers(each)]),
  );
}
