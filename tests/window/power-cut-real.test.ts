import { readdirSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { folderOfAll } from "../helpers/folders";
import { openRealApp, type RealApp } from "../helpers/real-app";

/** The guide in the real program: its own utility process, its own volumes, a real folder. */

let real: RealApp;
const folder = folderOfAll();
beforeAll(async () => {
  real = await openRealApp();
});
afterAll(async () => {
  await real.close();
});

it("the guide offers this computer's networks and reports an address that does not exist", async () => {
  const { page, app } = real;
  // A network this computer believes to be in and is not: as after a walk out of the Wi-Fi.
  await app.evaluate(() => {
    const system = process.mainModule?.require("node:os") as typeof import("node:os");
    system.networkInterfaces = () => ({
      wlan0: [
        {
          address: "192.168.77.1",
          netmask: "255.255.255.0",
          family: "IPv4",
          mac: "00:11:22:33:44:55",
          internal: false,
          cidr: "192.168.77.1/24",
        },
      ],
    });
  });
  await real.answerFolderDialog(folder());
  await page.getByRole("button", { name: "Choose a folder…" }).click();
  await page.getByText(path.basename(folder())).first().waitFor();
  const until = (name: string | RegExp) => page.getByRole("heading", { level: 1, name }).waitFor();
  await page.getByRole("button", { name: "Plug test" }).click();
  await until(/^The (un)?plug test of /);
  await page.getByRole("button", { name: "Continue" }).click();
  await until("Before you start");
  await page.locator(".checkbox").click();
  await page.getByRole("button", { name: "Continue" }).click();
  await until("How will you cut the power?");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText("A phone or another computer").waitFor();
  await page.getByRole("button", { name: "Open the page for my phone" }).click();
  await page.getByText("does not have the address 192.168.77.1", { exact: false }).waitFor();
  expect(await page.getByRole("button", { name: "Continue" }).isDisabled()).toBe(true);
  await page.getByRole("button", { name: "Choose another witness" }).click();
  await page.getByRole("heading", { name: "Who notes the numbers?" }).waitFor();
  expect(readdirSync(folder())).toEqual([]);
});
