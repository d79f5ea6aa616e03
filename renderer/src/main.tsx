import "./setup";
import "./language";
import "./ui/tokens.css";
import "./ui/base.css";
import "./ui/controls.css";
import "./ui/parts.css";
import "./charts/charts.css";
import "./app.css";
import "./features/drive/drive.css";
import "./features/inspection/inspection.css";
import "./features/verdict/verdict.css";
import "./ui/figures.css";
import "./document/power-cut.css";
import "./features/history/history.css";
import "./features/plug-test/plug-test.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app";
import { ErrorBoundary } from "./ui/error-boundary";

const root = document.getElementById("root");
if (root === null) {
  throw new Error("index.html has no #root");
}
createRoot(root).render(
  <StrictMode>
    <ErrorBoundary onRestart={() => window.location.reload()}>
      <App />
    </ErrorBoundary>
  </StrictMode>,
);
