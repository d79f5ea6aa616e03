import type { Locator } from "playwright-core";
import { describe, expect, it } from "vitest";
import { paperOf } from "#analysis/verdict/glance/paper";
import { sweepOf } from "#analysis/workloads/buffer-sweep/results";
import type { Report } from "#contract/report";
import { tell } from "#text/statements";
import { homeOf } from "../../../renderer/src/workloads";
import { chartTitles } from "../../helpers/chart-titles";
import { sidewaysScroll } from "../../helpers/mock-app/accessibility";
import { openMock } from "../../helpers/mock-app/open-mock";
import { lostPowerCutReport } from "../../helpers/mock-app/power-cut-reports";
import { onPages, onPicture, thorough } from "../../helpers/mock-app/report-page";
import {
  commitsReport,
  errorReport,
  fullMacReport,
  fullReport,
  goodReport,
  slowReport,
  sweepReport,
  virtualReport,
} from "../../helpers/mock-app/reports";
import { answered } from "../../helpers/mock-app/scenario";
import { situations } from "../../helpers/mock-app/situations";
import { plain, visibleText } from "../../helpers/mock-app/visible-text";

const bottomOf = (part: Locator) => part.evaluate((it) => it.getBoundingClientRect().bottom);

describe("a report page", () => {
  it("reports that it cannot be drawn if its content is broken", async () => {
    const broken = { ...goodReport, verdict: null as never };
    const mock = await openMock({
      page: "report",
      results: {
        reportDocument: answered({ report: broken, view: "report", paper: "A4", checksum: null }),
      },
    });
    await expect
      .poll(() => mock.callsOf("reportFailed").then(({ length }) => length > 0))
      .toBe(true);
    expect(await mock.callsOf("reportFailed")).toEqual(
      expect.arrayContaining([[expect.stringMatching(/null/)]]),
    );
    await mock.close();
  });

  it("is no wider than the paper even if a word is extremely long", async () => {
    const headline = "W".repeat(10_000);
    const { verdict, volume } = goodReport;
    const drive = { ...volume.drive, model: "M".repeat(128) };
    const mountPoint = `/media/${"N".repeat(1000)}`;
    const endless = {
      ...goodReport,
      volume: { ...volume, drive, mountPoint },
      verdict: { ...verdict, headline },
    };
    await onPages([endless], async ({ page }) => {
      expect(await sidewaysScroll(page)).toBe(0);
    });
  });
});

describe("the report page", () => {
  it("shows headline, caveat, safety card and lines of paperOf() on a white page, without console errors", async () => {
    await onPages(
      [
        ...[slowReport, errorReport, situations["good-nvme"]],
        ...[lostPowerCutReport, situations["plug-test-kept"]],
      ],
      async (mock, report) => {
        const sheet = await visibleText(mock.page.locator(".sheet"));
        const { glance, caveat, lines } = paperOf(report);
        const { word, sentence, safe, mark } = glance;
        const said = [
          `${tell(word)} ${tell(sentence)}`,
          ...(caveat === null ? [] : [tell(caveat)]),
          tell(safe.answer),
          tell(safe.reason),
          ...safe.lines.flatMap(({ title, value }) => [tell(title), tell(value)]),
          ...lines.flatMap(({ question, answer }) => [tell(question), tell(answer)]),
          report.host.osVersion,
          report.app.engine,
          "How to repeat it",
          "What is not known",
        ];
        for (const words of said) {
          expect(sheet.toLowerCase()).toContain(plain(words).toLowerCase());
        }
        const headline = await visibleText(mock.page.getByRole("heading", { level: 1 }));
        expect(headline).toBe(plain(`${tell(word)} ${tell(sentence)}`));
        const isWrong = mark === "bad" || mark === "care";
        expect(sheet.includes("What is asked of you")).toBe(isWrong);
        expect(sheet.includes("What is wrong")).toBe(isWrong);
        await expect.poll(() => mock.page.locator(`.sheet .mark`).count()).toBe(1);
        const praise = mock.page.locator(".sheet-lines :is(.sign-good, .sign-fine)");
        expect((await praise.count()) > 0).toBe(mark === "good" || mark === "fine");
        const ground = await mock.page.evaluate(
          () => getComputedStyle(document.body).backgroundColor,
        );
        expect(ground).toBe("rgb(255, 255, 255)");
        expect(mock.consoleErrors).toEqual([]);
      },
    );
  });

  it('says which figures contradict each other, and does not say "Nothing was found"', async () => {
    await onPages([situations["suspicious-usb"]], async (mock) => {
      const boxes = await visibleText(mock.page.locator(".sheet-boxes"));
      expect(boxes).toContain(
        plain(
          "Small saves were confirmed at 127 MB/s (fsync), yet it never took more than 44.9 MB/s of other writes",
        ),
      );
      expect(boxes).not.toContain("Nothing was found");
    });
  });

  it("names the error code, the system call and the SMART counters as other tools name them", async () => {
    const { health } = situations["good-nvme"];
    const report: Report = { ...errorReport, health };
    await onPages([report], async (mock) => {
      const recorded = await visibleText(mock.page.locator(".sheet-recorded"));
      const { syscall, osCode } = report.error ?? {};
      expect(syscall).toEqual(expect.any(String));
      expect(recorded).toContain(plain(`${syscall}, error ${osCode}`));
      for (const name of ["critical_warning", "media_errors", "power_on_hours"]) {
        expect(recorded).toContain(name);
      }
      expect(recorded).toContain("0x00");
      expect(recorded.toLowerCase()).toContain("only these were tried");
    });
  });

  it("prints the chart title and method of every test, and the system calls", async () => {
    await onPages([fullReport, thorough(fullReport)], async (mock, report) => {
      const text = await visibleText(mock.page.locator(".paper-evidence"));
      for (const title of Object.values(chartTitles(report.plan))) {
        expect(text).toContain(plain(title));
      }
      const { flushModes, appendModes, syncIntervals } = report;
      for (const call of [
        ...flushModes.map(({ systemCall }) => systemCall),
        ...(appendModes ?? []).map(({ systemCall }) => systemCall),
        sweepOf(report, false)?.systemCall,
        sweepOf(report, true)?.systemCall,
        syncIntervals[0]?.systemCall,
      ]) {
        expect(text).toContain(call);
      }
      for (const id of report.plan.tests) {
        expect(await visibleText(mock.page.locator(".method"))).toContain(homeOf(id).name());
      }
      expect(mock.consoleErrors).toEqual([]);
    });
  });

  it("uses no font smaller than 7.5 points and keeps everything on the paper", async () => {
    await onPages([fullReport, fullMacReport, lostPowerCutReport], async (mock) => {
      const { small, wide } = await mock.page.evaluate(() => {
        const right = document.querySelector("main")?.getBoundingClientRect().right ?? 0;
        const elements = [...document.querySelectorAll("main *")];
        const own = (element: Element) =>
          [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
        return {
          small: elements
            .filter((element) => own(element) && element.getClientRects().length > 0)
            .filter((element) => Number.parseFloat(getComputedStyle(element).fontSize) < 9.99)
            .map((element) => element.textContent),
          // Finds elements wider than the page: Chromium would shrink the whole document until they
          // fit.
          wide: elements
            .filter((element) => element.getBoundingClientRect().right > right + 1)
            .map((element) => element.textContent),
        };
      });
      expect({ small, wide }).toEqual({ small: [], wide: [] });
    });
  });

  it("cuts off no text at the edge of a drawing", async () => {
    await onPages([fullReport, fullMacReport, situations["suspicious-usb"]], async (mock) => {
      const cut = await mock.page.locator("svg").evaluateAll((drawings) =>
        drawings
          .filter((drawing) => getComputedStyle(drawing).overflow !== "visible")
          .flatMap((drawing) => {
            const { left, right } = drawing.getBoundingClientRect();
            return [...drawing.querySelectorAll("text")]
              .map((text) => ({ text: text.textContent, box: text.getBoundingClientRect() }))
              .filter(({ box }) => box.left < left - 0.5 || box.right > right + 0.5)
              .map(({ text }) => text);
          }),
      );
      expect(cut).toEqual([]);
    });
  });

  it("has no table that is wider than its column", async () => {
    await onPages([fullReport, fullMacReport, situations["windows-no-evidence"]], async (mock) => {
      const wide = await mock.page.locator(".brief-table").evaluateAll((tables) =>
        tables.flatMap((table) => {
          const columns = table.parentElement as HTMLElement;
          const gap = Number.parseFloat(getComputedStyle(columns).columnGap);
          const width = (columns.getBoundingClientRect().width - gap) / 2;
          const widths = [...table.getClientRects()].map((part) => part.width);
          return Math.max(...widths) > width + 1 ? [table.querySelector("th")?.textContent] : [];
        }),
      );
      expect(wide).toEqual([]);
    });
  });

  it("has a field for the signature for every drive, but for the receipt, the serial number and the workshop only for a real one", async () => {
    await onPages([goodReport, virtualReport], async (mock, report) => {
      const isSold = report === goodReport;
      const hand = await visibleText(mock.page.locator(".sheet-hand"));
      expect(hand).toContain("Signature");
      expect(hand.includes("Receipt")).toBe(isSold);
      expect(hand.includes("erial no.")).toBe(isSold);
      const recorded = await visibleText(mock.page.locator(".sheet-recorded h2"));
      expect(recorded.includes("workshop")).toBe(isSold);
    });
  });

  it("has no page break inside a chart or a row, and no figure that overlaps another", async () => {
    await onPages([fullMacReport, fullReport], async (mock) => {
      const lines = await mock.page.locator(".chart-value").evaluateAll((values) =>
        values.map((value) => {
          const { left, right, top, bottom } = value.getBoundingClientRect();
          return { text: value.textContent, left, right, middle: (top + bottom) / 2 };
        }),
      );
      expect(lines.length).toBeGreaterThan(50);
      const covered = lines.flatMap((one, place) =>
        lines
          .slice(0, place)
          .filter(({ left, right }) => left < one.right && right > one.left)
          // Digits with a font size of ten pixels are seven pixels high; their outline adds one
          // pixel above and one below.
          .filter(({ middle }) => Math.abs(middle - one.middle) < 8)
          .map(({ text }) => [text, one.text]),
      );
      expect(covered).toEqual([]);
      const breakable = await mock.page
        .locator(".figure-card, .brief-table tr")
        .evaluateAll((parts) =>
          parts
            .filter((part) => getComputedStyle(part).breakInside !== "avoid")
            .map((part) => part.textContent),
        );
      expect(breakable).toEqual([]);
    });
  });

  it("shows only one chart, on paper and in the picture, if only one test ran", async () => {
    await onPages([sweepReport], async ({ page }) => {
      await expect.poll(() => page.locator(".figure-card").count()).toBe(1);
      expect(await visibleText(page.locator(".paper-evidence"))).not.toContain("Saves per second");
    });
    await onPicture(sweepReport, async ({ page }) => {
      await expect.poll(() => page.locator(".chart-field .dot-drive").count()).toBe(16);
      expect(await bottomOf(page.locator(".chart-field svg").first())).toBeLessThan(900);
    });
  });

  it("shows the databases in the picture if the report has no other figures", async () => {
    await onPicture(commitsReport, async ({ page }) => {
      await expect.poll(() => page.locator(".commit-panel").count()).toBe(4);
      expect(await bottomOf(page.locator(".commit-panels"))).toBeLessThan(860);
    });
  });

  it("shows in the picture only the chart, on a card of the picture's size", async () => {
    await onPicture(goodReport, async ({ page, consoleErrors }) => {
      const card = await page.locator(".chart-page").boundingBox();
      expect(card).toMatchObject({ x: 0, y: 0, width: 1600, height: 900 });
      const measured = goodReport.flushModes.filter(({ status }) => status === "measured");
      await expect.poll(() => page.locator(".rate-bar").count()).toBe(measured.length);
      expect(await bottomOf(page.locator(".chart-row").last())).toBeLessThan(900);
      expect(await page.locator("table").count()).toBe(0);
      expect(consoleErrors).toEqual([]);
    });
  });
});
