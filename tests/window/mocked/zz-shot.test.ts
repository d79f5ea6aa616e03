import { it } from "vitest";
import { situations } from "../../helpers/mock-app/situations";
import { historyEntry } from "../../helpers/mock-app/reports";
import { openMock } from "../../helpers/mock-app/open-mock";
import { settled } from "../../helpers/mock-app/settled";
import { mkdirSync } from "node:fs";
const dir = "/work/dp/shots"; mkdirSync(dir, { recursive: true });
const wanted = (process.env.SHOTS ?? "").split(",").filter(Boolean);
const looks = [[1280, 800, "light"], [800, 600, "dark"], [1280,800,"dark"],[800,600,"light"]] as const;
for (const [name, report] of Object.entries(situations)) {
  if (wanted.length && !wanted.includes(name)) continue;
  it(`${name}`, async () => {
    const mock = await openMock({ reports: { [report.runId]: report }, history: [historyEntry(report, 0)] });
    await mock.page.getByRole("button", { name: "Earlier inspections" }).click();
    await mock.page.getByRole("button", { name: /^Open/ }).click();
    await mock.page.locator(".hero").waitFor();
    for (const [width, height, theme] of looks.slice(0, Number(process.env.LOOKS ?? 1))) {
      await mock.look({ width, height, theme, zoom: 1 });
      await settled(mock.page);
      await mock.page.screenshot({ path: `${dir}/${name}-${width}-${theme}.png` });
      if (process.env.WHOLE) await mock.page.screenshot({ path: `${dir}/${name}-whole.png`, fullPage: true });
    }
    console.log(name, mock.consoleErrors);
    await mock.close();
  }, 60000);
}
