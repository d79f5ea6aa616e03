import type { Report } from "../../../electron/contract/report";
import { homeOf } from "../workloads";
import { PowerCutMethod } from "./power-cut-section";

/** How the figures were made, from the plan that was really carried out. */
export function Method({ report }: { report: Report }) {
  const { tests } = report.plan;
  return (
    <section className="method">
      <h3>How it was measured</h3>
      {tests.map((id) => {
        const home = homeOf(id);
        return (
          <p key={id}>
            <strong>{home.name()}.</strong> <home.Method report={report} />
          </p>
        );
      })}
      {report.powerCut === null ? null : <PowerCutMethod />}
      {tests.length === 0 ? null : <TimesNote />}
    </section>
  );
}

function TimesNote() {
  return (
    <p>
      Times come from the monotonic clock. p99 is the time that ninety-nine of a hundred operations
      did not exceed; it is shown only where enough operations were seen, and a dash stands for what
      is not known.
    </p>
  );
}
