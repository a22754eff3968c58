import { expect, test } from "vitest";
import { parseTemplate, TemplateProblem } from "./template.ts";

const thing = (fields: Record<string, string | string[]>, text = "") => ({ text, fields });

test("names, fields and lists are filled in", () => {
  const template = parseTemplate("{{ plan }}: {{ persona.id }} {{ persona }}\n{{ persona.rules }}");
  const persona = thing({ id: "EXPERT", rules: ["be brief", "be kind"] }, "an expert");
  expect(template.fill({ plan: "Ask", persona })).toBe(
    "Ask: EXPERT an expert\n  * be brief\n  * be kind",
  );
  expect([...template.variables]).toEqual(["plan", "persona"]);
});

test("what is filled in is never read as a template", () => {
  const template = parseTemplate("{{ a }}");
  expect(template.fill({ a: "{{ b }} {% if %}", b: "secret" })).toBe("{{ b }} {% if %}");
});

test("loops, tests, comments, raw text and dashes mean what they mean in Jinja", () => {
  const template = parseTemplate(
    "{% for b in persona.all %}[{{ b.name | trim }}]{% endfor %}{# no #}{% if x %}yes{% else %}no{% endif %}" +
      "{% raw %}{{ x }}{% endraw %} a {{- x -}} b",
  );
  const persona = { text: "", fields: { all: [thing({ name: " one " }), thing({ name: "two" })] } };
  expect(template.fill({ persona, x: "" })).toBe("[one][two]no{{ x }} ab");
  expect([...template.variables]).toEqual(["persona", "x"]);
});

test("ADK's persona template works, with its methods and its filter", () => {
  const template = parseTemplate(
    "{% for b in persona.behaviors %}{{ b.name | render_string_filter }}: {{ b.get_behavior_instructions_str() }}{% endfor %}",
  );
  const behavior = thing({ name: "N", behavior_instructions: ["do it"] });
  const persona = { text: "", fields: { behaviors: [behavior] } };
  expect(template.fill({ persona })).toBe("N:   * do it");
});

// what each of them gives is what Jinja gives
test.each([
  ["{{ x | upper }}", "ask for 2", "ASK FOR 2"],
  ["{{ x|trim|capitalize }}", "  ask FOR 2 ", "Ask for 2"],
  ["[{{ x | trim }}]", "\x1f ask\ufeff ", "[ask\ufeff]"],
  ["{{ x | title }}", "don't stop-me (now)", "Don't Stop-Me (Now)"],
  ["{{ x | replace('a', '|') | replace(\"(\", ', ') }}", "a (b", "| , b"],
  ["{{ x | replace('e', 'E', 1) }}", "eel", "Eel"],
  ["{{ missing | default('none') }}", "", "none"],
  ["{{ x | d('none', true) }}", "", "none"],
  ["{{ x | length }} {{ x | wordcount }}", "one, two", "8 2"],
  ["{{ x | first }}{{ x | last }}{{ x | reverse }}", "abc", "accba"],
  ["{{ x | join('-') }}", "abc", "a-b-c"],
  ["{{ x | indent(2) }}", "a\n\nb", "a\n\n  b"],
  ["{{ x | truncate(9, leeway=0) }}", "one two three", "one..."],
  ["{{ x | truncate(6, true, '…') }}", "one two three", "one t…"],
  ["{{ x | center(6) }}|", "ab", "  ab  |"],
  ["{{ x | e }}", "<a> & 'b'", "&lt;a&gt; &amp; &#39;b&#39;"],
  ["{{ x | striptags }}", "<b>one</b>  two", "one two"],
  ["{% if x | trim %}yes{% else %}no{% endif %}", "  ", "no"],
])("%s of %j is %j", (source, x, filled) => {
  expect(parseTemplate(source).fill({ x })).toBe(filled);
});

test("closing braces of JSON in the text are text", () => {
  expect(parseTemplate('{"a": {"b": 1}} {{ x }}').fill({ x: "!" })).toBe('{"a": {"b": 1}} !');
});

test.each([
  "{{ open",
  "{% if x %}never closed",
  "{% endfor %}",
  "{{ a + b }}",
  "{{ a | shout }}",
  "{{ a | replace('b') }}",
  "{{ a | default(b) }}",
  "{% set a = 1 %}",
  "{% else %}",
])("%s is refused in a sentence", (source) => {
  expect(() => parseTemplate(source)).toThrow(TemplateProblem);
});
