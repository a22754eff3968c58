import { UserFacingError } from "../../core/errors.ts";
import { ExitCode } from "../../core/verdict.ts";
import { cleanLine } from "../../reporters/text/clean-text.ts";
import { padEnd, widthOf } from "../../reporters/text/text-width.ts";
import type { PostgresClient } from "../../stores/postgres/postgres-client.ts";
import { listLimits, type ModelUse, removeLimits, setLimits } from "../../workers/limits.ts";
import { openTables } from "../../workers/open-tables.ts";
import { countOption, isOn } from "../arguments/read-options.ts";
import type { CommandInput } from "../command.ts";
import { teamStoreOf } from "../workers/team-store.ts";

/** `assay limits`: a model a line. */
export async function limitsCommand(input: CommandInput): Promise<number> {
  const uses = await withTables(input, listLimits);
  const text = isOn(input.options, "json")
    ? JSON.stringify(uses, null, 2)
    : (uses.length === 0
        ? ["  No model has a limit, and none was asked by workers."]
        : table(uses)
      ).join("\n");
  input.terminal.write(`${text}\n`);
  return ExitCode.passed;
}

/** `assay limits set`: replaces all that was set for the model. */
export async function limitsSetCommand(input: CommandInput): Promise<number> {
  const { options, terminal } = input;
  const model = modelOf(input);
  const count = (name: string) =>
    options[name] === undefined ? null : countOption(options, name, 1);
  const limits = { requests: count("requests"), tokens: count("tokens"), places: count("places") };
  if (Object.values(limits).every((each) => each === null)) {
    throw new UserFacingError("cli/usage", "assay limits set needs something that is limited.", {
      hint: "Give --requests, --tokens or --places; assay limits rm takes away what was set.",
    });
  }
  await withTables(input, (client) => setLimits(client, { model, ...limits }));
  terminal.write(`${cleanLine(model)} is limited, on all workers from their next call on.\n`);
  return ExitCode.passed;
}

/** `assay limits rm`. */
export async function limitsRmCommand(input: CommandInput): Promise<number> {
  const model = modelOf(input);
  const removed = await withTables(input, (client) => removeLimits(client, model));
  const name = cleanLine(model);
  input.terminal.write(removed ? `${name} has no limit any more.\n` : `${name} had no limit.\n`);
  return ExitCode.passed;
}

function modelOf(input: CommandInput): string {
  const [model = ""] = input.arguments;
  return model;
}

async function withTables<T>(
  input: CommandInput,
  work: (client: PostgresClient) => Promise<T>,
): Promise<T> {
  const client = openTables(teamStoreOf(input, "assay limits"));
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

function table(uses: readonly ModelUse[]): readonly string[] {
  const shown = (limit: number | null) => (limit === null ? "-" : String(limit));
  const rows = [
    ["model", "requests/min", "tokens/min", "places", "under way", ""],
    ...uses.map(({ model, requests, tokens, places, open, rests }) => [
      cleanLine(model),
      shown(requests),
      shown(tokens),
      shown(places),
      String(open),
      rests > 0 ? `rests for ${Math.ceil(rests)} s` : "",
    ]),
  ];
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => widthOf(row[at] ?? ""))));
  return rows.map((row) =>
    `  ${row.map((cell, at) => padEnd(cell, widths?.[at] ?? 0)).join("  ")}`.trimEnd(),
  );
}
