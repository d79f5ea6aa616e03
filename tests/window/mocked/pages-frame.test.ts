import { afterEach, expect, it } from "vitest";
import { expectEveryLook, namesEverywhere } from "../../helpers/mock-app/every-look";
import { type MockWindow, openMock } from "../../helpers/mock-app/open-mock";
import { answered } from "../../helpers/mock-app/scenario";

/**
 * The window's notices about the program itself in the pseudo-language, with each theme, window
 * size and text size of `everyLook`.
 */

let mock: MockWindow;
afterEach(() => mock.close());

it("in the pseudo-language, the notice that the window was reopened shows no English", async () => {
  mock = await openMock({ language: "en-XA" });
  await mock.page.evaluate(() => {
    window.location.href = `${window.location.pathname}?reopened${window.location.hash}`;
  });
  await mock.page.locator(".above-page .notice").waitFor();
  await expectEveryLook(mock, { left: namesEverywhere }, "opened again");
  expect(mock.consoleErrors).toEqual([]);
});

it("in the pseudo-language, the notice that a page has a defect shows no English", async () => {
  const broken = answered([null]) as never;
  mock = await openMock({ language: "en-XA", results: { listVolumes: broken } });
  const notice = mock.page.getByRole("alert");
  await notice.waitFor();
  // The error message of the browser engine, which the program does not translate.
  const message = (await notice.locator(".mono").textContent()) ?? "";
  await expectEveryLook(mock, { left: [...namesEverywhere, message] }, "a defect");
});
