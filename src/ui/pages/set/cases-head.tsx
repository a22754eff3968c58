import type { CaseRow } from "./case-rows.ts";

interface CasesHeadProps {
  readonly rows: readonly CaseRow[];
  readonly isAll: boolean;
  readonly onAll: () => void;
}

export function CasesHead({ rows, isAll, onAll }: CasesHeadProps) {
  const hasCosts = rows.some(({ cost }) => cost !== undefined);
  return (
    <>
      <colgroup>
        <col style={{ width: 40 }} />
        <col className="ids" />
        <col />
        <col style={{ width: 52 }} />
        <col className="wide tools" />
        <col className="wide roomy" style={{ width: 126 }} />
        <col style={{ width: 84 }} />
        <col style={{ width: 104 }} />
        <col style={{ width: 92 }} />
      </colgroup>
      <thead>
        <tr>
          <th scope="col" className="pick">
            <label>
              <input
                type="checkbox"
                checked={isAll}
                onChange={onAll}
                aria-label={`Select all ${rows.length} cases`}
              />
            </label>
          </th>
          <th scope="col">Case</th>
          <th scope="col">First user line</th>
          <th scope="col" className="num">
            Turns
          </th>
          <th scope="col" className="wide">
            Expected tools
          </th>
          <th scope="col" className="wide roomy">
            Tags
          </th>
          <th scope="col">
            Last 10<small>runs</small>
          </th>
          <th scope="col" className="num">
            Flake rate<small>of repeats</small>
          </th>
          <th scope="col" className="num">
            {hasCosts ? "Mean cost" : "Mean time"}
            <small>last run</small>
          </th>
        </tr>
      </thead>
    </>
  );
}
