import type { PrintToPDFOptions } from "electron";
import type { ReportPageDocument } from "#contract/ipc-schema";
import type { Rich } from "#text/messages";
import { pageFoot } from "#text/paper";

/** A tagged PDF if Electron supports tags, with the run's id and the page number on each page. */
export function printOptions({ report, paper }: ReportPageDocument): PrintToPDFOptions {
  return {
    pageSize: paper,
    printBackground: true,
    preferCSSPageSize: true,
    // Electron before 28 ignores this option and prints without tags.
    generateTaggedPDF: true,
    displayHeaderFooter: true,
    headerTemplate: "<span></span>",
    footerTemplate: footOf(report.runId),
  };
}

/**
 * The footer of each page. Footers inherit no fonts and styles, and Chromium draws them a third
 * larger than specified.
 */
function footOf(runId: string): string {
  const style =
    "display:flex;justify-content:space-between;width:100%;padding:0 9mm;color:#515b67;font:5.8pt sans-serif";
  return `<div style="${style}"><span>${html(pageFoot.run({ runId }))}</span><span>${html(pageFoot.page())}</span></div>`;
}

/** CSS classes of elements that Chromium fills with the page number and the page count. */
const filled: Readonly<Record<string, string>> = { page: "pageNumber", pages: "totalPages" };

function html(text: Rich): string {
  return text
    .map((part) =>
      typeof part === "string"
        ? part.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)
        : `<span class="${filled[part.tag]}"></span>`,
    )
    .join("");
}
