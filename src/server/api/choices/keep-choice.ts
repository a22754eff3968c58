import { z } from "zod";
import { withFileLock } from "../../../files/lock-file.ts";
import { writeWhole } from "../../../files/write-whole.ts";
import { route } from "../route.ts";
import { choicesPath } from "../workspace-paths.ts";
import {
  choicesName,
  type KeptChoices,
  lists,
  presetChoice,
  readChoices,
  viewChoice,
} from "./kept-choices.ts";

const name = z
  .string()
  .trim()
  .min(1)
  .max(80)
  .refine((each) => each !== "__proto__", "is no name");

const body = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("preset"), name, value: presetChoice.nullable() }),
  z.strictObject({
    kind: z.literal("view"),
    list: z.enum(lists),
    name,
    value: viewChoice.nullable(),
  }),
]);

export const keepChoice = route({
  summary:
    "Keep a preset of runs or a view of a list under a name, in a file beside the agents that travels with them. Null takes it away.",
  body,
  reply: z.object({ path: z.string(), kept: z.custom<KeptChoices>() }),
  async handle({ body: asked, parts }) {
    const path = choicesPath(parts);
    return await withFileLock(path, async () => {
      const kept = changed(await readChoices(parts), asked);
      await writeWhole(path, `${JSON.stringify(kept, null, 2)}\n`);
      return { path: choicesName(parts), kept };
    });
  },
});

function changed(kept: KeptChoices, asked: z.output<typeof body>): KeptChoices {
  if (asked.kind === "preset") {
    return { ...kept, presets: withChoice(kept.presets, asked.name, asked.value) };
  }
  const own = withChoice(kept.views[asked.list] ?? {}, asked.name, asked.value);
  return { ...kept, views: { ...kept.views, [asked.list]: own } };
}

function withChoice<T>(
  all: Readonly<Record<string, T>>,
  name: string,
  value: T | null,
): Record<string, T> {
  const { [name]: _, ...others } = all;
  return value === null ? others : { ...others, [name]: value };
}
