import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { PagePlace, WitnessTicket } from "#contract/power-cut/witness";
import { inLanguage } from "#text/language";
import { pageTicket } from "../../electron/main/witness/ticket";
import { accessibilityViolations, sidewaysScroll } from "../helpers/mock-app/accessibility";
import { englishOn } from "../helpers/mock-app/every-look";
import { plainEnglish } from "../helpers/plain-english";
import { sampleTicket } from "../helpers/sample-witness";
import { waitFor } from "../helpers/wait-for";
import { browserOfAll, passTime, untilHeadline } from "../helpers/witness-browser/open-browser";
import { WitnessProcess } from "../helpers/witness-process";

/**
 * The witness page in a real browser; the built witness host runs in a process that the tests can
 * kill.
 */

const browser = browserOfAll();
let ticket: WitnessTicket;
let host: WitnessProcess;

beforeEach(async () => {
  ticket = pageTicket(sampleTicket(), "127.0.0.1");
  host = new WitnessProcess(ticket);
  await browser.page.goto(await host.url());
});
afterEach(async () => {
  await browser.page.goto("about:blank");
  await host.kill();
});

/** The large number as it stands on the page, without its thin spaces. */
async function shownNumber(): Promise<number> {
  const text = await browser.page.locator("#largest .number").textContent();
  return Number(text?.replace(/\s/g, ""));
}

const headline = () => browser.page.locator("#headline").textContent();

async function untilShown(number: number): Promise<void> {
  const spaced = new RegExp(`^${[...String(number)].join("\\s?")}$`);
  await browser.page.locator("#largest .number", { hasText: spaced }).waitFor();
}

/** Lets the page's clock advance by 6.5 s, after which the page considers the connection lost. */
async function lineIsLost(pattern = /^No word from the computer/): Promise<void> {
  await passTime(browser.page, 6500);
  await untilHeadline(browser.page, pattern);
}

/**
 * Starts the witness host again in a new process with the same ticket, as after a restart of the
 * computer.
 */
async function restart(changes: Partial<PagePlace> = {}): Promise<void> {
  const place = { ...(ticket.place as PagePlace), ...changes };
  host = new WitnessProcess({ ...ticket, place }, true);
  await host.place();
}

describe("while the test runs, the witness page", () => {
  it("shows the last number of every mode and confirms each number that it has stored", async () => {
    host.setStage("writing");
    host.acknowledge("none", 98_765);
    host.acknowledge("fsync", 12_345);
    await untilShown(12_345);
    await host.untilHeld("fsync", 12_345);
    await host.untilHeld("none", 98_765);
    const numbers = browser.page.locator("#numbers");
    await numbers.locator("#largest", { hasText: "Confirm the whole file" }).waitFor();
    await numbers.locator("#others", { hasText: "98\u202f765" }).waitFor();
    expect(host.progress()).toMatchObject({ connections: 1, keeps: "storage" });
  });

  it("confirms only saves that were acknowledged, and keeps up with them", async () => {
    host.setStage("writing");
    let ahead = 0;
    for (let number = 1; number <= 60; number += 1) {
      host.acknowledge("fsync", number * 7);
      await new Promise((resolve) => setTimeout(resolve, 20));
      ahead = Math.max(ahead, host.held("fsync") - number * 7);
      const shown = await browser.page.locator("#largest .number").count();
      ahead = Math.max(ahead, shown > 0 ? (await shownNumber()) - number * 7 : 0);
    }
    expect(ahead).toBeLessThanOrEqual(0);
    await host.untilHeld("fsync", 420);
  });

  it("keeps its numbers across a reload", async () => {
    host.acknowledge("fsync", 777);
    await host.untilHeld("fsync", 777);
    await browser.page.reload();
    await untilShown(777);
  });
});

describe("in another language, the witness page", () => {
  // Browsers that run scripts see the contents of <noscript> as plain text with markup.
  const parts = ["noscript"];
  /**
   * The computer supplies the names of the drive and its modes. The check word belongs to no
   * language.
   */
  const english = async () => {
    const names = ["DriveProof", ticket.subject, ...ticket.modes.map(({ label }) => label)];
    const texts = await englishOn(browser.page, { left: names, parts });
    // Reads the numbers last, because every new number brings a new check word.
    const numbers = (await browser.page.locator("#numbers").textContent()) ?? "";
    const checkWords = [...numbers.matchAll(/: ([a-z]{6})/g)].map(([, word = ""]) => word);
    return texts.filter((text) => plainEnglish(text, [...names, ...checkWords]).length > 0);
  };

  it("shows its texts before, during and after the power cut in that language", async () => {
    await host.kill();
    host = inLanguage("en-XA", () => new WitnessProcess(ticket));
    await browser.page.goto(await host.url());
    const { page } = browser;
    const states: string[] = [];
    const untilOtherHeadline = async () => {
      const shown = await waitFor("another headline", async () => {
        const text = (await headline()) ?? "";
        return text === "" || states.includes(text) ? null : text;
      });
      states.push(shown);
      expect(await english(), shown).toEqual([]);
      expect(await sidewaysScroll(page), shown).toBe(0);
    };
    await untilOtherHeadline();
    host.setStage("writing");
    host.acknowledge("fsync", 500);
    await host.untilHeld("fsync", 500);
    expect(await english()).toEqual([]);
    host.setStage("cut");
    await untilOtherHeadline();
    await host.kill();
    await passTime(page, 6500);
    await untilOtherHeadline();
    expect(states).toHaveLength(3);
  });
});

describe.skipIf(process.platform === "win32")(
  "on a connection that dies silently, the witness page",
  () => {
    afterEach(() => host.thaw());

    it("reports a slow connection, then a lost one, and later recovers with the missed numbers", async () => {
      host.setStage("writing");
      host.acknowledge("fsync", 500);
      await host.untilHeld("fsync", 500);
      host.freeze();
      await passTime(browser.page, 3000);
      await untilHeadline(browser.page, /^The connection is slow$/);
      await lineIsLost(/^No word from the computer since \d/);
      await untilShown(500);
      host.acknowledge("fsync", 800);
      host.thaw();
      await host.untilHeld("fsync", 800);
      await untilHeadline(browser.page, /^Connected$/);
      await untilShown(800);
      // The page has opened a new connection meanwhile, and the host has dropped the dead one.
      await waitFor("one connection", () => host.progress()?.connections === 1);
    });
  },
);

describe("after a power cut, the witness page", () => {
  it("keeps the last number, gives advice, and returns the number to the computer after its restart", async () => {
    host.setStage("cut");
    host.acknowledge("fsync", 31_337);
    await host.untilHeld("fsync", 31_337);
    await host.kill();
    await lineIsLost(/^No word from the computer since \d/);
    await untilShown(31_337);
    await browser.page.locator("#advice", { hasText: "start the computer" }).waitFor();
    await browser.page.locator("#typing").waitFor();

    await restart();
    await host.untilHeld("fsync", 31_337);
    expect(host.progress()?.held).toEqual([
      { mode: "fsync", number: 31_337, elapsedNs: 31_337_000 },
    ]);
    await untilHeadline(browser.page, /^The numbers are handed over$/);
    host.setStage("finished");
    await untilHeadline(browser.page, /^Done$/);
  });

  it("still shows its numbers if a person returns to it in the browser while the computer is off", async () => {
    host.acknowledge("fsync", 4242);
    await host.untilHeld("fsync", 4242);
    await host.kill();
    // A phone short of memory discards the tab and loads the page again when the user returns.
    await lineIsLost();
    const asked = await browser.askedToLeave();
    await browser.page.goto("about:blank");
    expect(await browser.askedToLeave()).toBe(asked + 1);
    await browser.page.goBack();
    await untilShown(4242);
    await lineIsLost(/^No word from the computer$/);
    await restart();
    await host.untilHeld("fsync", 4242);
  });

  it("returns its numbers to the computer after the browser was restarted", async () => {
    host.acknowledge("fsync", 909);
    await host.untilHeld("fsync", 909);
    await host.kill();
    await browser.reopen();
    await restart();
    await browser.page.goto(await host.url());
    await host.untilHeld("fsync", 909);
  });

  it("has no numbers at a new address, and the witness accepts a typed number only if its check word matches", async () => {
    host.setStage("cut");
    host.acknowledge("fsync", 60_001);
    await host.untilHeld("fsync", 60_001);
    const word = (await browser.page.locator("#largest .word").textContent()) ?? "";
    const checkWord = word.replace("check word: ", "");
    await host.kill();
    await restart({ port: (ticket.place as PagePlace).port + 1 });
    // The old page does not know the new address and keeps its numbers.
    await lineIsLost(/^No word from the computer since/);
    await untilShown(60_001);
    expect(host.held("fsync")).toBe(0);

    const typed = { type: "typed", mode: "fsync", checkWord } as const;
    host.send({ ...typed, question: 1, number: 60_010 });
    host.send({ ...typed, question: 2, number: 60_001 });
    await host.untilHeld("fsync", 60_001);
    const answers = () => host.events.filter(({ type }) => type === "typed");
    await waitFor("both answers", () => answers().length === 2);
    expect(answers()).toEqual([
      { type: "typed", question: 1, accepted: false },
      { type: "typed", question: 2, accepted: true },
    ]);
    // The page that is loaded now says that it holds no numbers, since another page was the
    // witness.
    await browser.page.goto(await host.url());
    await untilHeadline(browser.page, /^This page holds no numbers$/);
  });
});

describe("the witness page in the browser", () => {
  it("violates no rule of its security policy and requests only its own paths", async () => {
    const requests: string[] = [];
    browser.page.on("request", (request) => requests.push(new URL(request.url()).pathname));
    const before = browser.consoleErrors.length;
    await browser.page.reload();
    await untilHeadline(browser.page, /^Connected$/);
    const { token } = ticket.place as PagePlace;
    expect(new Set(requests)).toEqual(
      new Set(
        [`/${token}/`, `/${token}/events`, `/${token}/held`].filter((path) =>
          requests.includes(path),
        ),
      ),
    );
    expect(requests).toContain(`/${token}/events`);
    expect(browser.consoleErrors.slice(before)).toEqual([]);
  });

  it("reports that the browser cannot store, and still works as a witness", async () => {
    await browser.page.addInitScript(() => {
      Object.defineProperty(window, "localStorage", {
        get: () => {
          throw new DOMException("denied", "SecurityError");
        },
      });
    });
    try {
      await browser.page.reload();
      host.acknowledge("fsync", 88);
      await host.untilHeld("fsync", 88);
      expect(host.progress()?.keeps).toBe("memory");
      await browser.page.locator("#memory").waitFor();
    } finally {
      await browser.reopen();
    }
  });
});

describe("on a phone, the witness page", () => {
  it.each(["light", "dark"] as const)(
    "fits the screen and has no accessibility violation, also after the loss of its connection: %s",
    async (theme) => {
      await browser.reopen({ theme });
      await browser.page.goto(await host.url());
      host.setStage("cut");
      host.acknowledge("none", 123_456_789);
      host.acknowledge("fsync", 987_654_321);
      await untilShown(987_654_321);
      expect(await accessibilityViolations(browser.page)).toEqual([]);
      expect(await sidewaysScroll(browser.page)).toBe(0);
      // Both widths are measured in one task of the page: every message draws the number again, and
      // an element found before then is no longer in the page and has no width.
      const { number, card } = await browser.page.evaluate(() => {
        const widthOf = (selector: string) =>
          document.querySelector(selector)?.getBoundingClientRect().width ?? 0;
        return { number: widthOf("#largest .number"), card: widthOf("#largest") };
      });
      expect(number).toBeGreaterThan(0);
      expect(number).toBeLessThanOrEqual(card);
      await screenshot(`phone-${theme}`);
      await host.kill();
      await lineIsLost();
      expect(await accessibilityViolations(browser.page)).toEqual([]);
      expect(await sidewaysScroll(browser.page)).toBe(0);
      await screenshot(`phone-${theme}-lost`);
    },
  );
});

/** Takes a picture for review, only if `DRIVEPROOF_SCREENSHOTS` names a folder. */
async function screenshot(name: string): Promise<void> {
  const folder = process.env.DRIVEPROOF_SCREENSHOTS;
  if (folder) {
    await browser.page.screenshot({ path: `${folder}/witness-${name}.png` });
  }
}
