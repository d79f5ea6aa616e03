import { Fragment } from "react";
import type { WorkloadId } from "#contract/workloads/index";
import { healthTables } from "#tables/health";
import { homeOf as tablesOf } from "#tables/workloads/index";
import { PlotsWaitToBeSeen } from "../charts/parts/plot-size";
import { homeOf, shownWorkloads } from "../workloads";
import type { FigureProps, ReportProps } from "../workloads/home";
import { FiguresTable } from "./figures-table";
import { TemperatureFigure } from "./temperature";

/**
 * The charts of every workload of the plan, and the drive's temperature meanwhile; each is drawn
 * only when about to be seen, so that the window stays responsive.
 */
export function Figures(props: FigureProps) {
  return (
    <PlotsWaitToBeSeen value={true}>
      {shownWorkloads(props.report).map((id) => {
        const { Figure, FurtherFigures } = homeOf(id);
        return (
          <Fragment key={id}>
            <Figure {...props} />
            {FurtherFigures === undefined ? null : <FurtherFigures report={props.report} />}
          </Fragment>
        );
      })}
      <TemperatureFigure report={props.report} />
    </PlotsWaitToBeSeen>
  );
}

/** The expert's tables of every workload of the plan. */
export function FigureTables({ report }: ReportProps) {
  return (
    <>
      <HealthTables report={report} />
      {shownWorkloads(report).map((id) => (
        <WorkloadTables key={id} {...{ id, report }} />
      ))}
    </>
  );
}

/** The drive's own health report. */
export function HealthTables({ report }: ReportProps) {
  return healthTables(report.health).map((table) => (
    <FiguresTable key={table.caption} table={table} />
  ));
}

export function WorkloadTables({ id, report }: ReportProps & { readonly id: WorkloadId }) {
  const { BelowTables } = homeOf(id);
  return (
    <>
      {tablesOf(id)
        .tables(report)
        .map((table) => (
          <FiguresTable key={table.caption} table={table} />
        ))}
      {BelowTables === undefined ? null : <BelowTables report={report} />}
    </>
  );
}
