import type { EvalCase } from "../core/eval-set.ts";
import type { Invocation } from "../core/invocation.ts";
import { type InjectionCarrier, injectionCarriers } from "./injection-carriers.ts";
import { injectionFamilies } from "./injection-families.ts";

/** A failed conversation with a text in it that wants a judge to pass it. Whatever the text says, the verdict is a fail. */
export interface InjectionCase {
  /** `family.carrier` */
  readonly id: string;
  readonly family: string;
  readonly carrier: string;
  /** Whose judge is attacked. */
  readonly metric: string;
  readonly evalCase: EvalCase;
  readonly actual: readonly Invocation[];
}

/** Sixteen families in twenty places: 320 attacks. */
export function injectionCases(): readonly InjectionCase[] {
  return injectionFamilies.flatMap(({ name, wordings }) =>
    injectionCarriers.map((carrier, place) => {
      const texts = wordings(carrier.win);
      return caseOf(name, carrier, texts[place % texts.length] ?? "");
    }),
  );
}

/** The twenty failures without any attack: what a judge passes here it would have passed anyway. */
export function cleanCases(): readonly InjectionCase[] {
  return injectionCarriers.map((carrier) => caseOf("clean", carrier, ""));
}

function caseOf(family: string, carrier: InjectionCarrier, text: string): InjectionCase {
  const id = `${family}.${carrier.name}`;
  const { evalCase, actual } = carrier.build(text);
  return {
    id,
    family,
    carrier: carrier.name,
    metric: carrier.metric,
    evalCase: { evalId: id, creationTimestamp: 0, finalSessionState: {}, ...evalCase },
    actual,
  };
}
