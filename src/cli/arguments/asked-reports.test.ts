import { expect, test } from "vitest";
import { askedReports } from "./asked-reports.ts";

function asked(reporter: readonly string[], output?: string) {
  return askedReports({ options: { reporter, ...(output && { output }) } });
}

test("every report that is asked for is there, also two of one form", () => {
  expect(asked([])).toEqual([]);
  expect(asked(["json=a.json", "json=b=c.json", "markdown", "github", "terminal"])).toEqual([
    { form: "json", file: "a.json" },
    { form: "json", file: "b=c.json" },
    { form: "markdown", file: undefined },
    { form: "github", file: undefined },
    { form: "terminal", file: undefined },
  ]);
});

test("--output is the file of the report that has none, and its ending says which where none is named", () => {
  expect(asked(["json"], "x")).toEqual([{ form: "json", file: "x" }]);
  expect(asked([], "x.md")).toEqual([{ form: "markdown", file: "x.md" }]);
  expect(asked(["json=a.json"], "x.JSON")).toEqual([
    { form: "json", file: "a.json" },
    { form: "json", file: "x.JSON" },
  ]);
  expect(() => asked([], "x")).toThrow("What should be written to x is not said.");
  expect(() => asked(["json", "markdown"], "x")).toThrow("--output names one file");
});

test.each([
  [["json", "markdown"], "json and markdown both go to standard output."],
  [["json", "json"], "json and json both go to standard output."],
  [["jsn"], 'There is no reporter "jsn" for this command.'],
  [["terminal=x"], "The reporter terminal=x cannot be written to a file."],
  [["github=x"], "The reporter github=x cannot be written to a file."],
  [["json="], "The reporter json= cannot be written to a file."],
])("%j is refused", (reporter, message) => {
  expect(() => asked(reporter)).toThrow(message);
});
