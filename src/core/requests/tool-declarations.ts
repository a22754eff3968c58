import { fieldsOf, objectsOf, textFrom } from "../json/loose-json.ts";

/** A tool as a model is told of it. */
export interface ToolDeclaration {
  readonly name: string;
  readonly description?: string | undefined;
  /** JSON schema of its arguments. */
  readonly parameters?: unknown;
}

/** The tools of a request, in any vendor's form; those that a vendor runs itself have only a name. */
export function readTools(given: unknown): readonly ToolDeclaration[] {
  return objectsOf(given).flatMap((tool) => {
    const declared = tool.functionDeclarations ?? tool.function_declarations;
    if (declared !== undefined) return objectsOf(declared).flatMap(readTool);
    return readTool(tool);
  });
}

function readTool(tool: Readonly<Record<string, unknown>>): readonly ToolDeclaration[] {
  const inner = tool.function === undefined ? tool : fieldsOf(tool.function);
  const [only] = Object.keys(tool);
  const name = textFrom(inner.name) ?? textFrom(tool.id) ?? textFrom(tool.type) ?? only;
  if (name === undefined) return [];
  const description = textFrom(inner.description);
  const parameters =
    inner.parametersJsonSchema ?? inner.parameters ?? inner.inputSchema ?? inner.input_schema;
  return [
    {
      name,
      ...(description && { description }),
      ...(parameters !== undefined && { parameters }),
    },
  ];
}
