import { existsSync, readFileSync } from "node:fs";
import { dirname, extname, join } from "node:path";

/** What an agent is made with. */
export interface Framework {
  readonly name: string;
  /** How it was recognised: by what its file imports, by package.json, or by nothing else being there. */
  readonly by: "import" | "package.json" | "file";
  /** True when what it exports is evaluated as it is; else a function around it is. */
  readonly direct: boolean;
}

const known: readonly (Omit<Framework, "by"> & { readonly packages: readonly string[] })[] = [
  { name: "Google ADK", packages: ["@google/adk"], direct: true },
  { name: "OpenAI Agents", packages: ["@openai/agents"], direct: false },
  { name: "LangGraph", packages: ["@langchain/langgraph", "langchain"], direct: false },
  { name: "Mastra", packages: ["@mastra/core"], direct: false },
  // last, since the others are often used together with it
  { name: "Vercel AI SDK", packages: ["ai"], direct: true },
];

/** Looks at the agent's own file first, then at what its package depends on. */
export function findFramework(agentFile: string): Framework {
  if (extname(agentFile) === ".json") return { name: "command", by: "file", direct: true };
  const imported = importsOf(readFileSync(agentFile, "utf8"));
  const byImport = pick(imported);
  if (byImport !== undefined) return { ...byImport, by: "import" };
  const byPackage = pick(dependenciesOf(dirname(agentFile)));
  if (byPackage !== undefined) return { ...byPackage, by: "package.json" };
  return { name: "function", by: "file", direct: true };
}

/** The nearest folder at or above this one that has a file or folder of that name. */
export function folderWith(name: string, from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    if (existsSync(join(folder, name))) return folder;
    if (dirname(folder) === folder) return undefined;
  }
}

function pick(packages: ReadonlySet<string>): Omit<Framework, "by"> | undefined {
  const found = known.find((each) => each.packages.some((name) => packages.has(name)));
  return found === undefined ? undefined : { name: found.name, direct: found.direct };
}

/** Package names in `import … from "x"`, `import("x")` and `require("x")`, without what follows the package. */
function importsOf(source: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [, specifier = ""] of source.matchAll(
    /\b(?:from|import|require)\s*\(?\s*["']([^"'\n]+)["']/g,
  )) {
    const parts = specifier.split("/");
    names.add(specifier.startsWith("@") ? parts.slice(0, 2).join("/") : (parts[0] ?? ""));
  }
  return names;
}

function dependenciesOf(directory: string): ReadonlySet<string> {
  const folder = folderWith("package.json", directory);
  if (folder === undefined) return new Set();
  try {
    const { dependencies, devDependencies } = JSON.parse(
      readFileSync(join(folder, "package.json"), "utf8"),
    );
    return new Set(Object.keys({ ...devDependencies, ...dependencies }));
  } catch {
    // a package.json that cannot be read says nothing about the agent
    return new Set();
  }
}
