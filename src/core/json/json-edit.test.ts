import { expect, test } from "vitest";
import { editJson } from "./json-edit.ts";

test("a new entry looks like those beside it, below the remark on the last one", () => {
  const text = `{
    // kept
    "cases": [
        { "id": "a" }, // first
        { "id": "b" } // second
    ],
}
`;
  expect(editJson(text, ["cases"], [{ id: "a" }, { id: "b" }, { id: "c" }])).toBe(`{
    // kept
    "cases": [
        { "id": "a" }, // first
        { "id": "b" }, // second
        { "id": "c" }
    ],
}
`);
});

test("trailing commas, tabs and line ends are taken over", () => {
  const text = '{\r\n\t"cases": [\r\n\t\t{\r\n\t\t\t"id": "a",\r\n\t\t},\r\n\t],\r\n}';
  expect(editJson(text, ["cases", 0, "id"], "z")).toBe(text.replace('"a"', '"z"'));
  expect(editJson(text, ["cases"], [{ id: "a" }, { id: "b" }])).toBe(
    '{\r\n\t"cases": [\r\n\t\t{\r\n\t\t\t"id": "a",\r\n\t\t},\r\n\t\t{\r\n\t\t\t"id": "b"\r\n\t\t},\r\n\t],\r\n}',
  );
});

test("an empty list opens in a file of several lines and stays closed in one", () => {
  expect(editJson('{\n  "cases": []\n}', ["cases"], [{ id: "a" }])).toBe(
    '{\n  "cases": [\n    {\n      "id": "a"\n    }\n  ]\n}',
  );
  expect(editJson('{"cases":[]}', ["cases"], [{ id: "a" }])).toBe('{"cases":[{"id":"a"}]}');
  expect(editJson('{\n  "cases": [\n    // none yet\n  ]\n}', ["cases"], [1])).toBe(
    '{\n  "cases": [\n    // none yet\n    1\n  ]\n}',
  );
});

test("of a changed object only the changed value is written", () => {
  const text = '{"args": { "room":"a" , /* why */ "on": true }, "name": "x"}';
  expect(editJson(text, [], { args: { room: "b", on: true }, name: "x" })).toBe(
    text.replace('"a"', '"b"'),
  );
  expect(editJson(text, ["args"], { on: true })).toBe(
    '{"args": { /* why */ "on": true }, "name": "x"}',
  );
});
