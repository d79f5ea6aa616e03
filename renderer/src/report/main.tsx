import "../language";
import "../ui/tokens.css";
import "../ui/base.css";
import "../ui/parts.css";
import "../charts/charts.css";
import "../features/verdict/verdict.css";
import "../ui/figures.css";
import "../document/power-cut.css";
import "./report.css";
import "./paper-figures.css";
import { createRoot } from "react-dom/client";
import type { ReportPageDocument } from "../../../electron/contract/ipc-schema";
import { call } from "../api/client";
import { ReportWindow } from "./report-window";

const root = document.getElementById("root");
if (root === null) {
  throw new Error("report.html has no #root");
}
const page = await call("reportDocument");
if (page.ok) {
  setUpPage(page.value);
  createRoot(root).render(<ReportWindow page={page.value} />);
} else {
  // Main waits for reportDrawn, and gives up with its own words when it does not come.
  root.textContent = page.error.message;
}

/** Before anything is drawn, because the charts are drawn for one text size and page. */
function setUpPage({ report, view, paper }: ReportPageDocument): void {
  document.documentElement.dataset.view = view;
  document.title = `DriveProof report ${report.runId}`;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`@page { size: ${paper}; margin: 10mm 12mm; }`);
  document.adoptedStyleSheets = [sheet];
}
