import type { Page } from "playwright-core";
import { describeEveryLook } from "../../helpers/mock-app/every-look";
import {
  errorReport,
  historyEntries,
  reportsById,
  workloadEntries,
} from "../../helpers/mock-app/reports";
import { answered, type Scenario } from "../../helpers/mock-app/scenario";
import { turnTo } from "../../helpers/mock-app/verdict-page";
import { manyVolumes } from "../../helpers/mock-app/volumes";

const base = {
  runId: errorReport.runId,
  reports: reportsById,
  history: historyEntries,
  results: { listVolumes: answered([...manyVolumes]) },
} satisfies Partial<Scenario>;

async function openNewest(page: Page, model: string, table = "Ways of saving"): Promise<void> {
  await page.getByRole("button", { name: "Earlier inspections" }).click();
  await page
    .locator(".history-drive", { hasText: model })
    .getByRole("button", { name: /^Open/ })
    .first()
    .click();
  await turnTo(page, "Figures");
  await page
    .getByRole("table", { name: new RegExp(`^${table}`) })
    .first()
    .waitFor();
}

describeEveryLook([
  {
    name: "verdict with every test",
    scenario: { ...base, history: workloadEntries },
    reach: (page) => openNewest(page, "KINGSTON"),
  },
  {
    name: "verdict that compares",
    scenario: { ...base, history: workloadEntries },
    reach: (page) => openNewest(page, "WD Blue"),
  },
  {
    name: "verdict of a Mac",
    scenario: { ...base, history: workloadEntries },
    reach: (page) => openNewest(page, "APPLE SSD AP1024Z"),
  },
  {
    name: "verdict of one test",
    scenario: { ...base, history: workloadEntries },
    reach: (page) => openNewest(page, "Intenso", "Write size"),
  },
  {
    name: "verdict",
    scenario: base,
    reach: (page) => openNewest(page, "Samsung SSD 990 PRO"),
  },
  {
    name: "verdict after an error",
    scenario: base,
    reach: (page) => openNewest(page, "SanDisk"),
  },
]);
