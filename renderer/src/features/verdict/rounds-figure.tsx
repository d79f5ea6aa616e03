import type { Report } from "../../../../electron/contract/report";
import { HiddenTable } from "../../ui/hidden-table";
import { roundsPanels, waitSentence } from "../../workloads/flush-modes/rounds";
import { RoundsChart } from "../../workloads/flush-modes/rounds-chart";

const title = "Saves per second over time";

/** How steadily the modes that promise safety saved; absent where none was measured. */
export function RoundsFigure({ report }: { readonly report: Report }) {
  const { flushModes } = report;
  const panels = roundsPanels(flushModes, report);
  return panels.length === 0 ? null : (
    <section className="card figure-card">
      <RoundsChart title={title} panels={panels} />
      <p className="small quiet figure-note">
        {waitSentence(flushModes)} The rounds stand one behind the other; what was measured between
        them, in other ways of saving, is left out.
      </p>
      <HiddenTable
        caption={title}
        columns={["Way of saving", "Worst stretch"]}
        rows={panels.map(({ label, systemCall, worst }) => [
          `${label}, ${systemCall}`,
          worst || "not known",
        ])}
      />
    </section>
  );
}
