import { isObject, type JsonSchema } from "../../core/schema/parse-context.ts";
import { metricDefinitions } from "../../metrics/index.ts";

export function criteriaSchema(): JsonSchema {
  return {
    type: "object",
    description: "Metrics and their thresholds, by name.",
    properties: Object.fromEntries(
      metricDefinitions.map(({ name, description, criterion }) => [
        name,
        { description, anyOf: [{ type: "number" }, criterionSchema(criterion.jsonSchema())] },
      ]),
    ),
    additionalProperties: { anyOf: [{ type: "number" }, criterionSchema({})] },
  };
}

function criterionSchema(settings: JsonSchema): JsonSchema {
  const own = isObject(settings.properties) ? settings.properties : {};
  return {
    type: "object",
    properties: {
      threshold: { type: "number" },
      include_intermediate_responses_in_final: { type: "boolean" },
      goal: { type: "string", description: "What a pass of this metric is good for." },
      ...own,
    },
    ...(isObject(own) && "rubric" in own ? {} : { required: ["threshold"] }),
  };
}
