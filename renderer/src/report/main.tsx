import "../ui/tokens.css";
import "../ui/base.css";
import "../ui/parts.css";
import "../charts/charts.css";
import "../features/verdict/verdict.css";
import "./report.css";
import { createRoot } from "react-dom/client";
import { ReportWindow } from "./report-window";

const root = document.getElementById("root");
if (root === null) {
  throw new Error("report.html has no #root");
}
createRoot(root).render(<ReportWindow />);
