import "./language";
import "./ui/font.css";
import "./ui/tokens.css";
import "./ui/base.css";
import "./ui/parts.css";
import "./ui/drive-picture.css";
import "./ui/mark.css";
import "./charts/charts.css";
import "./ui/figures.css";
// Styles of charts that load later: imported here, so that the rules keep one order.
import "./workloads/workloads.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { awaitFirstAnswers } from "./api/first-answers";
import { App } from "./app";
import { ErrorBoundary } from "./ui/error-boundary";
// The style sheets follow the components, because they may refine the components' styles.
import "./document/document.css";
import "./document/glance-head.css";
import "./document/glance-cards.css";
import "./document/glance-findings.css";
import "./document/strips.css";
import "./features/verdict/verdict.css";
import "./ui/controls.css";
import "./app.css";
import "./features/drive/drive.css";
import "./features/inspection/inspection.css";
import "./features/history/history.css";
import "./features/power-cut/power-cut.css";
import "./ui/high-contrast.css";

const root = document.getElementById("root");
if (root === null) {
  throw new Error("index.html has no #root");
}
// Without a bridge to main the page still says that it could not start.
void awaitFirstAnswers().finally(() =>
  createRoot(root).render(
    <StrictMode>
      <ErrorBoundary>
        <App />
      </ErrorBoundary>
    </StrictMode>,
  ),
);
