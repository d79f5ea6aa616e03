import { useEffect } from "react";
import type { ReportPageDocument } from "../../../electron/contract/ipc-schema";
import { call } from "../api/client";
import { useCall } from "../api/use-call";
import { ChartPage } from "./chart-page";
import { ReportPage } from "./report-page";

/** The hidden window main prints: asks for the document, draws it, says when it is drawn. */
export function ReportWindow() {
  const [page] = useCall("reportDocument");
  switch (page.status) {
    case "loading":
      return null;
    case "failed":
      // Main waits for reportDrawn and gives up with its own words when it does not come.
      return <p role="alert">{page.error.message}</p>;
    case "ready":
      return <Page page={page.value} />;
  }
}

function Page({ page: { report, view, paper } }: { page: ReportPageDocument }) {
  useEffect(() => {
    document.documentElement.dataset.view = view;
    document.title = `DriveProof report ${report.runId}`;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`@page { size: ${paper}; margin: 14mm 15mm; }`);
    document.adoptedStyleSheets = [sheet];
    void whenDrawn().then(() => call("reportDrawn"));
  }, [report, view, paper]);
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
