import { z } from "zod";
import { route } from "../route.ts";
import { choicesName, type KeptChoices, readChoices } from "./kept-choices.ts";

export const choiceList = route({
  summary:
    "Presets of runs and views of lists that were kept under a name, and the file that has them.",
  reply: z.object({ path: z.string(), kept: z.custom<KeptChoices>() }),
  async handle({ parts }) {
    return { path: choicesName(parts), kept: await readChoices(parts) };
  },
});
