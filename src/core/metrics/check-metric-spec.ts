import { UserFacingError } from "../errors.ts";
import { metricNeeds } from "../metric.ts";
import { isSettingsSchema } from "../schema/foreign-schema.ts";
import { isObject, shown } from "../schema/parse-context.ts";
import { nearest } from "../text/nearest.ts";

const known = [
  "name",
  "measure",
  "description",
  "version",
  "range",
  "direction",
  "needs",
  "needsFor",
  "reads",
  "informational",
  "criterion",
  "madeOf",
  "measuresUneven",
  "timeoutSeconds",
  "create",
];

/** A definition, for programs that no compiler checks. */
export function checkMetricSpec(spec: unknown): void {
  if (!isObject(spec)) {
    const hint = 'Write defineMetric({ name: "brevity", measure: ({ actual }) => … }).';
    throw invalid(`defineMetric was given ${spec === undefined ? "nothing" : shown(spec)}.`, hint);
  }
  const { name, measure, create, criterion, direction } = spec;
  if (typeof name !== "string" || name === "") {
    const what = name === undefined ? "no name" : `${shown(name)} as a name`;
    throw invalid(`defineMetric was given ${what}.`, 'Write name: "brevity".');
  }
  checkKeys(name, spec);
  if (measure !== undefined && create !== undefined) {
    throw invalid(`The metric ${name} has both measure and create.`, "Keep measure.");
  }
  if (typeof (measure ?? create) !== "function") {
    const hint = "Write measure: ({ actual }) => … and return a number, a boolean or an outcome.";
    throw invalid(`The metric ${name} has no function that measures.`, hint);
  }
  if (criterion !== undefined && !isSettingsSchema(criterion)) {
    const hint = "Describe its settings by object(…), or by a schema of zod, valibot or arktype.";
    throw invalid(`The criterion of ${name} is no schema.`, hint);
  }
  if (direction !== undefined && direction !== "higher" && direction !== "lower") {
    const hint = 'Write "higher" or "lower", whichever is better.';
    throw invalid(`The direction of ${name} is ${shown(direction)}.`, hint);
  }
  checkNeeds(name, spec.needs);
  checkRange(name, spec.range);
  checkNumbers(name, spec);
}

/** A need that nobody knows would never be missed, and the metric be asked all the same. */
function checkNeeds(name: string, needs: unknown): void {
  if (needs === undefined) return;
  if (!Array.isArray(needs)) {
    throw invalid(
      `The needs of ${name} are ${shown(needs)}.`,
      'Write needs: ["reference-answer"].',
    );
  }
  const strange: unknown = needs.find((need) => !metricNeeds.includes(need));
  if (strange === undefined && !needs.includes(undefined)) return;
  const near = typeof strange === "string" ? nearest(strange, metricNeeds) : undefined;
  const hint =
    near === undefined ? `There are ${metricNeeds.join(", ")}.` : `Did you mean ${near}?`;
  throw invalid(`The metric ${name} needs ${shown(strange)}, which is nothing a case has.`, hint);
}

function checkRange(name: string, range: unknown): void {
  if (range === undefined) return;
  const { min, max } = isObject(range) ? range : {};
  const isOrdered = max === undefined || (typeof max === "number" && max > Number(min));
  if (typeof min === "number" && Number.isFinite(min) && isOrdered) return;
  const hint = "Write range: { min: 0, max: 5 }; without max there is no highest score.";
  throw invalid(`The range of ${name} is no range of scores.`, hint);
}

function checkNumbers(name: string, { version, timeoutSeconds }: Record<string, unknown>): void {
  if (version !== undefined && !Number.isSafeInteger(version)) {
    throw invalid(
      `The version of ${name} is ${shown(version)}.`,
      "Write a whole number: version: 2.",
    );
  }
  const isLength = typeof timeoutSeconds === "number" && timeoutSeconds > 0;
  if (timeoutSeconds === undefined || isLength) return;
  const hint = "Write a number of seconds: timeoutSeconds: 30.";
  throw invalid(`The timeoutSeconds of ${name} are ${shown(timeoutSeconds)}.`, hint);
}

function checkKeys(name: string, spec: object): void {
  const strange = Object.keys(spec).find((key) => !known.includes(key));
  if (strange === undefined) return;
  const near = nearest(strange, known);
  const hint = near === undefined ? `There are ${known.join(", ")}.` : `Did you mean ${near}?`;
  throw invalid(`The metric ${name} has a key "${strange}", which means nothing.`, hint);
}

function invalid(message: string, hint: string): UserFacingError {
  return new UserFacingError("metric/invalid", message, { hint });
}
