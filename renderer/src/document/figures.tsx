import { Fragment } from "react";
import { homeOf, shownWorkloads } from "../workloads";
import type { FigureProps, ReportProps } from "../workloads/home";

/** The charts of every workload of the plan. */
export function Figures(props: FigureProps) {
  return shownWorkloads(props.report).map((id) => {
    const { Figure, FurtherFigures } = homeOf(id);
    return (
      <Fragment key={id}>
        <Figure {...props} />
        {FurtherFigures === undefined ? null : <FurtherFigures report={props.report} />}
      </Fragment>
    );
  });
}

/** The expert's tables of every workload of the plan. */
export function FigureTables({ report }: ReportProps) {
  return shownWorkloads(report).map((id) => {
    const { Tables } = homeOf(id);
    return <Tables key={id} report={report} />;
  });
}
