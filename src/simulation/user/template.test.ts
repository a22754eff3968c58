import { expect, test } from "vitest";
import { parseTemplate } from "./template.ts";
import { TemplateProblem } from "./template-value.ts";

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

test("arguments may be names, and expressions may be whole ones", () => {
  expect(parseTemplate("{{ a | default(b) }}").fill({ b: "none" })).toBe("none");
  expect(parseTemplate("{{ a + b }}{% set c = a %}{{ c }}").fill({ a: "1", b: "2" })).toBe("121");
});

// what is a variable here is what Jinja itself says
test.each([
  ["Plan: {{ plan }}, {{plan.first}} and {{- history | trim -}}", ["plan", "history"]],
  [
    "{% if persona %}{{ persona.name }}{% elif other %}x{% else %}y{% endif %}",
    ["persona", "other"],
  ],
  ["{% for turn in history %}{{ turn }} {{ loop.index }}{% endfor %}", ["history"]],
  ["{% set end = stop_signal %}{{ end }}", ["stop_signal"]],
  ['{{ "}} not_a_variable" ~ real }}', ["real"]],
  ["{% raw %}{{ shown }}{% endraw %}{{ real }}", ["real"]],
  ["{# {{ hidden }} #}plain { text }", []],
  ["{{ a is defined and b }}", ["a", "b"]],
  ["{% for a, b in c if a %}{% endfor %}{{ a }}", ["c", "a"]],
  ["{% macro m(a, b=c) %}{{ a }}{{ d }}{% endmacro %}{{ m(e) }}", ["c", "d", "e"]],
])("%s asks for %j", (template, names) => {
  expect([...parseTemplate(template).variables]).toEqual(names);
});

test.each([
  ["{{ open", "Unexpected end of input."],
  ["{{ }}", "Unexpected token: CloseExpression."],
  ["{% if x %}never closed", "it is not a whole template."],
  ["{% endfor %}", "Unknown statement type: endfor."],
  ["{% for a %}{% endfor %}", "Expected `in` keyword following loop variable."],
  ["{% nonsense %}", "Unknown statement type: nonsense."],
  ["{# open", "Missing end of comment tag."],
  ["{{{ a }}}", /^Expected colon/],
  ["{{ a + }}", "Unexpected token: CloseExpression."],
  ["{{ a {{ b }}", /\.$/],
  ["{{ a | trun }}", 'There is no filter "trun" here; there are'],
  ["{{ a | uper }}", 'There is no filter "uper" here; did you mean "upper"?'],
  ["{{ a | replace('b') }}", "The filter replace needs 2 arguments."],
  ["{{ a is round }}", 'There is no test "round" here'],
  ["{{ a.zfill(3) }}", ".zfill(…) means nothing here."],
  ["{% break %}", "{% break %} means nothing here."],
  ["{% generation %}", "{% generation %} means nothing here."],
  ["{% else %}", "Unknown statement type: else."],
])("%s is refused in a sentence", (source, message) => {
  expect(() => parseTemplate(source)).toThrow(TemplateProblem);
  expect(() => parseTemplate(source)).toThrow(message);
});

test.each([
  ["{{ x.constructor }}", ""],
  ["{{ x['constructor'] }}{{ x.__proto__ }}", ""],
  ["{{ persona.constructor }}{{ persona['__proto__'] }}{{ persona.toString }}", ""],
  ["{{ persona | tojson }}", '{"id": "EXPERT"}'],
])("%s reaches no code", (source, filled) => {
  expect(parseTemplate(source).fill({ x: "a", persona: thing({ id: "EXPERT" }, "text") })).toBe(
    filled,
  );
});

test.each([
  "{{ x.constructor.constructor('return process')() }}",
  "{{ ''.constructor('x') }}",
  "{{ persona.get_behavior_instructions_str.constructor() }}",
  "{{ range.constructor('x') }}",
  "{{ missing.field }}",
  "{{ raise_exception('x') }}",
  "{{ strftime_now('%Y') }}",
])("%s is told and not done", (source) => {
  const fill = () => parseTemplate(source).fill({ x: "a", persona: thing({ id: "E" }) });
  expect(fill).toThrow(TemplateProblem);
});
