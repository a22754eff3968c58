import { isPostgresAddress, shownAddress } from "../../stores/postgres-address.ts";
import { storePlace } from "../../stores/store-place.ts";
import type { CommandInput } from "../command.ts";
import { textOption } from "./read-options.ts";

/** Where this command's runs are kept: a file, or a database of a team. */
export function storeOf({ options, cwd, env }: CommandInput): string {
  return storePlace(textOption(options, "store"), { cwd, env });
}

/** What a command that is proposed has to be told of the place of runs: that of the command line, and no address from elsewhere. */
export function typedStore({ options, hasUsualStore = false }: CommandInput): string | undefined {
  return hasUsualStore ? undefined : textOption(options, "store");
}

/**
 * A password in `--store` goes where a run's record, hints and child processes do not repeat it: into the environment, which
 * they inherit. The words that are left mean the same there.
 */
export function withoutPassword(argv: readonly string[]): readonly string[] {
  return argv.map((word, place) => {
    const [, flag = "", value = ""] = /^(--store=)?(.*)$/su.exec(word) ?? [];
    const isStore = flag !== "" || argv[place - 1] === "--store";
    if (!isStore || !isPostgresAddress(value)) return word;
    const shown = shownAddress(value);
    if (shown !== value) process.env.ASSAY_STORE = value;
    return flag + shown;
  });
}
