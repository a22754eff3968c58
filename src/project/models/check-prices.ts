import { UserFacingError } from "../../core/errors.ts";
import { type ModelPrices, priceOf } from "../../models/index.ts";

/** A ceiling for costs limits nothing where a price is not known; it would be counted as nothing. */
export function checkPrices(
  models: readonly string[],
  maxCost: number,
  prices: ModelPrices | undefined,
): void {
  const unknown = [...new Set(models)].filter((model) => priceOf(model, prices) === undefined);
  const [first] = unknown;
  if (first === undefined) return;
  const names = unknown.join(", ");
  throw new UserFacingError(
    "model/no-price",
    `The ceiling of $${maxCost} cannot be kept: the price of ${names} is not known.`,
    {
      hint: `Say it in the config, in dollars for a million tokens:  "model_prices": { "${first}": { "input": 1, "output": 4 } }\nNo agent was called.`,
    },
  );
}
