import { describeEvals } from "assay/vitest";

const here = (path: string) => new URL(path, import.meta.url);

// one test a case; `vitest run -t where_is_my_order` runs one of them
describeEvals(here("."), [here("smoke.evalset.json"), here("refunds")]);

// the same cases three times each: a case passes when all of its trials do
describeEvals(here("."), here("smoke.evalset.json"), {
  name: "smoke, three times",
  trials: 3,
  require: "all",
});
