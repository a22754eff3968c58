import { describeReporter } from "../testing/reporter-contract.ts";
import { createReporter, defaultBands, reporterNames } from "./index.ts";

for (const name of reporterNames) {
  describeReporter(`the reporter ${name}`, async () => {
    let text = "";
    const reporter = await createReporter(name, {
      out: (more) => {
        text += more;
      },
      err: () => {},
      interactive: false,
      colour: false,
      columns: 80,
      verbose: false,
      cwd: "/home/ann/project",
      shownCommand: "assay eval house",
      bands: defaultBands,
      env: {},
      secrets: [],
      now: () => 0,
    });
    return { reporter, text: () => text };
  });
}
