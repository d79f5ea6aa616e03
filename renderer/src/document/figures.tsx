import { Fragment } from "react";
import { healthTables } from "#tables/health";
import type { Table } from "#tables/table";
import { homeOf as tablesOf } from "#tables/workloads/index";
import { PlotsWaitToBeSeen } from "../charts/parts/plot-field";
import { homeOf, shownWorkloads } from "../workloads";
import type { FigureProps, ReportProps } from "../workloads/home";
import { FiguresTable } from "./figures-table";
import { TemperatureFigure } from "./temperature";

/**
 * The charts of every workload of the plan, then the drive's temperature during the run. A chart is
 * drawn only when it is about to be seen.
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
      <Tables tables={healthTables(report.health)} />
      {shownWorkloads(report).map((id) => {
        const { BelowTables } = homeOf(id);
        return (
          <Fragment key={id}>
            <Tables tables={tablesOf(id).tables(report)} />
            {BelowTables === undefined ? null : <BelowTables report={report} />}
          </Fragment>
        );
      })}
    </>
  );
}

function Tables({ tables }: { readonly tables: readonly Table[] }) {
  return tables.map((table) => <FiguresTable key={table.caption} table={table} />);
}
