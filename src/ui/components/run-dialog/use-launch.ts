import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { call } from "../../lib/api.ts";
import { type LaunchState, type Plan, type RunScope, requestOf } from "./launch-state.ts";

/** Somebody who drags a slider is not followed with a question a pixel. */
const CALM_MS = 150;

/** What the chosen run would be, asked again whenever something else is chosen. */
export function useLaunch(state: LaunchState, scope: RunScope) {
  const [plan, setPlan] = useState<Plan>();
  const request = useCalm(JSON.stringify(requestOf(state, scope, plan, { asking: true })));
  const { data, error, isFetching } = useQuery({
    queryKey: ["plan", request],
    queryFn: ({ signal }) =>
      call("POST /runs/plan", {
        body: JSON.parse(request) as ReturnType<typeof requestOf>,
        signal,
      }),
    enabled: state.agent !== "" && state.evalSets.length > 0,
    placeholderData: keepPreviousData,
  });
  useEffect(() => setPlan(data), [data]);
  return { plan: data, error, isFetching };
}

function useCalm(value: string): string {
  const [calm, setCalm] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setCalm(value), CALM_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return calm;
}
