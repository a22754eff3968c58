import type { JsonSchema } from "../../core/schema/parse-context.ts";
import { projectParts } from "../assay-config/project-parts.ts";
import { configParts } from "./config-parts.ts";
import { criteriaSchema } from "./criteria-schema.ts";

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
