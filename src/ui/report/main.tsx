import { createRoot } from "react-dom/client";
import { applyTheme } from "../lib/theme.ts";
import "./report-theme.css";
import "./report.css";
import { readReport } from "./report-data.ts";
import { ReportPage } from "./report-page.tsx";

applyTheme();

const root = document.getElementById("root");
const report = readReport();
if (root !== null && report !== undefined) {
  document.title = `${report.name ?? report.runId} · Assay report`;
  createRoot(root).render(<ReportPage report={report} />);
}
