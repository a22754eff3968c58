import { isObject, type JsonSchema } from "../../core/schema/schema.ts";
import { metricDefinitions } from "../../metrics/index.ts";
import { configParts } from "./config-parts.ts";
import { projectParts } from "./project-parts.ts";

/** JSON Schema of a config, for editors. */
export function configSchema(): JsonSchema {
  const { properties } = configParts.jsonSchema();
  const criteria = criteriaSchema();
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Assay config",
    type: "object",
    properties: { $schema: { type: "string" }, criteria, ...(properties as object) },
  };
}

/** The same of an `assay.config.json`. */
export function projectSchema(): JsonSchema {
  const { properties } = projectParts.jsonSchema();
  const { $schema, title: _, ...config } = configSchema();
  return {
    $schema,
    title: "Assay project config",
    type: "object",
    properties: {
      $schema: { type: "string" },
      ...(properties as object),
      criteria: criteriaSchema(),
      config: { anyOf: [{ type: "string" }, config] },
    },
    additionalProperties: false,
  };
}

function criteriaSchema(): JsonSchema {
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
