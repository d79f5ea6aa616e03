import "../language";
import "../ui/font.css";
import "../ui/tokens.css";
import "../ui/base.css";
import "../ui/parts.css";
import "../ui/mark.css";
import "../charts/charts.css";
import { useEffect } from "react";
import { createRoot } from "react-dom/client";
import type { ReportPageDocument } from "#contract/ipc-schema";
import { inLanguageOfMoment } from "#text/in-words";
import { paperText } from "#text/paper";
import { messageOf } from "#text/statements";
import { call } from "../api/client";
import { ChartPage } from "./chart-page";
import { ReportPage } from "./report-page";
// The style sheets follow the components, because they refine the components' styles for paper.
import "../document/document.css";
import "../document/glance-head.css";
import "../document/strips.css";
import "./report.css";
import "./sheet.css";
import "./evidence.css";

const root = document.getElementById("root");
if (root === null) {
  throw new Error("report.html has no #root");
}
// Reports a page that cannot be drawn, before a timeout; React forwards its errors to the window.
window.addEventListener("error", ({ message }) => fail(message));
window.addEventListener("unhandledrejection", ({ reason }) => fail(String(reason)));

const page = await call("reportDocument");
if (page.ok) {
  setUpPage(page.value);
  const report = inLanguageOfMoment(page.value.report);
  createRoot(root).render(<ReportWindow page={{ ...page.value, report }} />);
} else {
  root.textContent = messageOf(page.error);
  fail(messageOf(page.error));
}

function fail(reason: string): void {
  void call("reportFailed", reason.slice(0, 1000));
}

/** Runs before anything is drawn, because charts are drawn for one text size and page. */
function setUpPage({ report, view, paper }: ReportPageDocument): void {
  document.documentElement.dataset.view = view;
  document.title = paperText.windowTitle({ runId: report.runId });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`@page { size: ${paper}; margin: 10mm 12mm 13mm; }`);
  document.adoptedStyleSheets = [sheet];
}

/** The hidden window that main prints: draws the document and reports when it is drawn. */
function ReportWindow({ page: { report, view, paper, checksum } }: { page: ReportPageDocument }) {
  useEffect(() => {
    void whenDrawn().then(() => call("reportDrawn"));
  }, []);
  return view === "chart" ? (
    <ChartPage report={report} />
  ) : (
    <ReportPage report={report} paper={paper} checksum={checksum} />
  );
}

/**
 * Resolves once fonts are loaded, and charts have their size (first frame) and are painted
 * (second).
 */
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
