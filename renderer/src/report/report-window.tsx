import { useEffect } from "react";
import type { ReportPageDocument } from "../../../electron/contract/ipc-schema";
import { call } from "../api/client";
import { ChartPage } from "./chart-page";
import { ReportPage } from "./report-page";

/** The hidden window main prints: draws the document and says when it is drawn. */
export function ReportWindow({ page: { report, view, paper } }: { page: ReportPageDocument }) {
  useEffect(() => {
    void whenDrawn().then(() => call("reportDrawn"));
  }, []);
  return view === "chart" ? (
    <ChartPage report={report} />
  ) : (
    <ReportPage report={report} paper={paper} />
  );
}

/** Fonts are there, charts know their size (first frame) and have been painted (second frame). */
async function whenDrawn(): Promise<void> {
  await document.fonts.ready;
  await frame();
  await frame();
}

function frame(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => resolve());
  });
}
