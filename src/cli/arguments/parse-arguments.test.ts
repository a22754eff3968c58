import { describe, expect, test } from "vitest";
import { UserFacingError } from "../../core/errors.ts";
import type { CommandSpec } from "../command.ts";
import { parseArguments } from "./parse-arguments.ts";

const command: CommandSpec = {
  name: "eval",
  summary: "",
  arguments: [{ name: "PATHS", summary: "", many: true }],
  options: [
    { name: "num_runs", short: "n", aliases: ["trials"], value: "N", summary: "" },
    { name: "parallelism", short: "j", value: "N", summary: "" },
    { name: "max_cost", value: "DOLLARS", summary: "" },
    { name: "reporter", short: "r", value: "NAME", many: true, summary: "" },
    { name: "resume", value: "[RUN]", summary: "" },
    { name: "verbose", short: "v", summary: "" },
    { name: "quiet", short: "q", summary: "" },
  ],
  load: () => Promise.reject(new Error("not run here")),
};

function parse(line: string) {
  return parseArguments(command, line === "" ? [] : line.split(" "));
}

describe("what is typed and what is read", () => {
  test.each([
    ["--num_runs 5", { num_runs: "5" }],
    ["--num-runs=5", { num_runs: "5" }],
    ["-num_runs 5", { num_runs: "5" }],
    ["--trials 5", { num_runs: "5" }],
    ["-n 5", { num_runs: "5" }],
    ["-n=5", { num_runs: "5" }],
    ["-n5", { num_runs: "5" }],
    ["-j8", { parallelism: "8" }],
    ["-vq", { verbose: true, quiet: true }],
    ["-vj8", { verbose: true, parallelism: "8" }],
    ["-vj 8", { verbose: true, parallelism: "8" }],
    ["-rjson -r junit", { reporter: ["json", "junit"] }],
    ["--reporter=a=b", { reporter: ["a=b"] }],
    ["--max-cost=-1", { max_cost: "-1" }],
    ["--max_cost -1", { max_cost: "-1" }],
    ["--reporter -", { reporter: ["-"] }],
    ["--verbose=false", { verbose: false }],
    ["--resume", { resume: true }],
    ["--resume --verbose", { resume: true, verbose: true }],
    ["--resume -vj8", { resume: true, verbose: true, parallelism: "8" }],
    ["--resume last", { resume: "last" }],
    ["-n 1 -n 2", { num_runs: "2" }],
    ["-h", { help: true }],
  ])("%s", (line, options) => {
    expect(parse(line)).toEqual({ arguments: [], options });
  });

  test("words are arguments, and so is everything behind two dashes", () => {
    expect(parse("a -v b - -- --max-cost -j8 --")).toEqual({
      arguments: ["a", "b", "-", "--max-cost", "-j8", "--"],
      options: { verbose: true },
    });
  });
});

test.each([
  ["--num_rums 5", "assay eval has no option --num_rums.", "Did you mean --num_runs?"],
  ["--num-rums=5", "assay eval has no option --num-rums.", "Did you mean --num_runs?"],
  ["-num_rums 5", "assay eval has no option -num_rums.", "Did you mean --num_runs?"],
  ["-vx", "assay eval has no option -vx.", "See assay eval --help."],
  ["-x", "assay eval has no option -x.", "See assay eval --help."],
  ["-5", "assay eval has no option -5.", "See assay eval --help."],
  ["--__proto__", "assay eval has no option --__proto__.", "See assay eval --help."],
  ["--max-cost", "--max_cost needs a value.", "Write --max_cost DOLLARS."],
  ["--max-cost --verbose", "--max_cost needs a value.", "Write --max_cost DOLLARS."],
  ["-j -v", "--parallelism needs a value.", "Write --parallelism N."],
  ["--verbose=yes", "--verbose is a switch and takes no value.", "Write --verbose alone."],
])("%s is told: %s", (line, message, hint) => {
  const error = thrownBy(() => parse(line));
  expect(error).toBeInstanceOf(UserFacingError);
  expect(error).toMatchObject({ message, hint });
});

function thrownBy(step: () => unknown): unknown {
  try {
    return step();
  } catch (error) {
    return error;
  }
}
