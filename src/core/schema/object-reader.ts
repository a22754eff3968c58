import { setOwn } from "../json/set-own.ts";
import { snakeCase } from "../text/key-case.ts";
import { nearest } from "../text/nearest.ts";
import { reportBothSpellings, warnBothSpellings } from "./both-spellings.ts";
import type { NamedField, ObjectOptions, ShorthandKey } from "./object-field.ts";
import { reportMissing, reportUnknownKey } from "./object-reports.ts";
import { isObject, type ParseContext, refuse } from "./parse-context.ts";

/** Reads one kind of object; what the fields say is worked out once. */
export class ObjectReader {
  readonly #options: ObjectOptions;
  readonly #bySpelling = new Map<string, NamedField>();
  readonly #byName: ReadonlyMap<string, NamedField>;
  /** Fields that a missing key leaves something to do for. */
  readonly #notOptional: readonly NamedField[];
  readonly #knownKeys: readonly string[];

  constructor(named: readonly NamedField[], options: ObjectOptions) {
    this.#options = options;
    for (const each of named) {
      this.#bySpelling.set(each.snake, each);
      if (options.snakeOnly !== true) this.#bySpelling.set(each.name, each);
    }
    this.#byName = new Map(named.map((each) => [each.name, each]));
    this.#notOptional = named.filter(
      ({ field }) => field.presence === "required" || field.presence === "default",
    );
    this.#knownKeys = named.map((each) => each.snake);
  }

  read(value: unknown, context: ParseContext): unknown {
    if (!isObject(value)) return refuse(context, this.#options.expected, value);
    const result: Record<string, unknown> = {};
    let others: string[] | undefined;
    for (const key in value) {
      const found = this.#bySpelling.get(key);
      if (found === undefined) {
        others ??= [];
        others.push(key);
      } else if (value[key] === undefined) {
        // in code a key may be there without a value, and says as little as one that is not there
      } else if (this.#isOutdone(key, found, value)) {
        warnBothSpellings(context, key, found);
      } else if (Object.hasOwn(result, found.name)) {
        reportBothSpellings(context, key, found);
      } else {
        result[found.name] = readField(found, key, value[key], context);
      }
    }
    // after the declared ones, so that a shorthand can see what is there
    const misspelt =
      others === undefined ? undefined : this.#readOthers(others, value, result, context);
    this.#fillIn(result, misspelt, context);
    return result;
  }

  #fillIn(
    result: Record<string, unknown>,
    misspelt: ReadonlyMap<string, string> | undefined,
    context: ParseContext,
  ): void {
    for (const each of this.#notOptional) {
      if (Object.hasOwn(result, each.name)) continue;
      if (each.field.presence === "default") {
        result[each.name] = each.field.fallback;
        context.defaults?.push({ path: [...context.path, each.snake], value: each.field.fallback });
      } else reportMissing(each, { context, options: this.#options, misspelt });
    }
  }

  #isOutdone(key: string, { name, snake }: NamedField, value: object): boolean {
    if (this.#options.bothSpellings === undefined || key !== snake) return false;
    return name !== snake && Reflect.get(value, name) !== undefined;
  }

  /** Gives the known keys that unknown ones look like. */
  #readOthers(
    keys: readonly string[],
    value: Readonly<Record<string, unknown>>,
    result: Record<string, unknown>,
    context: ParseContext,
  ): ReadonlyMap<string, string> {
    const extras: Record<string, unknown> = {};
    const misspelt = new Map<string, string>();
    for (const key of keys) {
      if (this.#readShorthand(key, value, result, context)) continue;
      const near = nearest(snakeCase(key), this.#knownKeys);
      if (near !== undefined) misspelt.set(near, key);
      reportUnknownKey(context, { key, near, known: this.#knownKeys }, this.#options);
      setOwn(extras, key, value[key]);
    }
    if (this.#options.unknown === "keep" && Object.keys(extras).length > 0) {
      result.extras = extras;
    }
    return misspelt;
  }

  #readShorthand(
    key: string,
    value: Readonly<Record<string, unknown>>,
    result: Record<string, unknown>,
    context: ParseContext,
  ): boolean {
    const known = this.#options.shorthand;
    if (known === undefined || !Object.hasOwn(known, key)) return false;
    const shorthand = known[key] as ShorthandKey;
    if (shorthand.applies?.(value[key], value) === false) return false;
    const before = result[shorthand.field];
    if (before !== undefined && shorthand.merge === undefined) {
      reportBothSpellings(context, key, this.#byName.get(shorthand.field) as NamedField);
      return true;
    }
    context.path.push(key);
    context.shorthand(shorthand.says);
    context.path.pop();
    const read = context.within(key, shorthand.schema, value[key]);
    result[shorthand.field] =
      before === undefined || shorthand.merge === undefined ? read : shorthand.merge(before, read);
    return true;
  }
}

function readField(found: NamedField, key: string, value: unknown, context: ParseContext): unknown {
  if (value === null && found.field.presence === "optional") return undefined;
  return context.within(key, found.field.schema, value);
}
