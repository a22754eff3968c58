import { expect, test } from "vitest";
import { templateVariables } from "./template-variables.ts";

// what is a variable here, and what is broken, is what Jinja itself says

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
])("%s asks for %j", (template, names) => {
  expect([...(templateVariables(template) ?? [])]).toEqual(names);
});

test.each([
  "{{ open",
  "{{ }}",
  "{% if a %}",
  "{% endif %}",
  "{% for a %}{% endfor %}",
  "{% nonsense %}",
  "{# open",
  "{{{ a }}}",
  "{{ a + }}",
  "{{ a {{ b }}",
])("%s is no template", (template) => {
  expect(templateVariables(template)).toBeUndefined();
});
