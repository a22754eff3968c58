// Loaded before the command (`node --import`): writes down which packages it loads.
import { writeFileSync } from "node:fs";
import { registerHooks } from "node:module";

const loaded = new Set();
registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    const [, name] = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(found.url) ?? [];
    if (name !== undefined) loaded.add(name);
    return found;
  },
});
process.on("exit", () => writeFileSync("loaded-packages.json", JSON.stringify([...loaded])));
