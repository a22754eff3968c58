import { type KeywordCheck, placeOf } from "./json-schema-place.ts";
import { resolvePointer } from "./resolve-pointer.ts";

/** Keywords that put schemas together. */
export const logicChecks: Readonly<Record<string, KeywordCheck>> = {
  $ref(rule, value, { root, path, check }) {
    return check(resolvePointer(root, rule as string), value, path);
  },
  allOf(rule, value, { path, check }) {
    for (const schema of rule as readonly unknown[]) {
      const broken = check(schema, value, path);
      if (broken !== undefined) return broken;
    }
    return undefined;
  },
  anyOf(rule, value, { path, check }) {
    const schemas = rule as readonly unknown[];
    const broken = schemas.map((schema) => check(schema, value, path));
    if (broken.includes(undefined)) return undefined;
    return broken.length === 1
      ? broken[0]
      : `${placeOf(path)} fits none of ${schemas.length} forms. The first: ${broken[0]}`;
  },
  oneOf(rule, value, { path, check }) {
    const schemas = rule as readonly unknown[];
    const broken = schemas.map((schema) => check(schema, value, path));
    const fitting = broken.filter((each) => each === undefined).length;
    if (fitting === 1) return undefined;
    if (fitting > 1) return `${placeOf(path)} fits ${fitting} forms; exactly one was expected.`;
    return `${placeOf(path)} fits none of ${schemas.length} forms. The first: ${broken[0]}`;
  },
  not(rule, value, { path, check }) {
    const fits = check(rule, value, path) === undefined;
    return fits ? `${placeOf(path)} fits a form that is ruled out.` : undefined;
  },
  if(rule, value, { path, schema, check }) {
    const branch = check(rule, value, path) === undefined ? "then" : "else";
    return branch in schema ? check(schema[branch], value, path) : undefined;
  },
};
