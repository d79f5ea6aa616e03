import { describe, expect, it } from "vitest";
import { computerName } from "#text/drive-identity";
import { readComputer } from "../../../../electron/main/inspection/computer-facts";
import { hostWith, windowsLaptop } from "../../../helpers/host-access";

const dmi = (maker: string, product: string, version = "") =>
  hostWith(`/sys/class/dmi/id/sys_vendor: ${maker}
/sys/class/dmi/id/product_name: ${product}
/sys/class/dmi/id/product_version: ${version}`);

describe("readComputer()", () => {
  it("returns the maker and model that the firmware of the computer states on Linux", async () => {
    expect(await readComputer(dmi("Dell Inc.", "XPS 13 9310"))).toEqual({
      maker: "Dell Inc.",
      model: "XPS 13 9310",
    });
  });

  it("returns the marketing name of a Lenovo instead of its type number", async () => {
    const lenovo = await readComputer(dmi("LENOVO", "20XW005PGE", "ThinkPad X1 Carbon Gen 9"));
    expect(lenovo?.model).toBe("ThinkPad X1 Carbon Gen 9");
  });

  it("returns null for placeholders that a board's maker left, and for missing files", async () => {
    expect(await readComputer(dmi("To Be Filled By O.E.M.", "System Product Name"))).toBeNull();
    expect(await readComputer(dmi("ASUS", "Default string"))).toEqual({
      maker: "ASUS",
      model: null,
    });
    expect(await readComputer(hostWith(""))).toBeNull();
  });

  it("returns the model in the device tree of a computer without SMBIOS", async () => {
    const board = hostWith("/proc/device-tree/model: Raspberry Pi 4 Model B Rev 1.4\0");
    expect(await readComputer(board)).toEqual({
      maker: null,
      model: "Raspberry Pi 4 Model B Rev 1.4",
    });
  });

  it("returns the model that sysctl prints on a Mac and that Windows states on Windows", async () => {
    const mac = hostWith("", { platform: "darwin", run: async () => "Mac15,3\n" });
    expect(await readComputer(mac)).toEqual({ maker: "Apple", model: "Mac15,3" });
    const windows = hostWith("", {
      platform: "win32",
      windows: async () => windowsLaptop({ maker: "HP", product: "HP EliteBook 840 G8" }),
    });
    expect(computerName(await readComputer(windows))).toBe("HP EliteBook 840 G8");
  });

  it("returns null if the query fails, and truncates a model name to 100 characters", async () => {
    const broken = hostWith("", { platform: "darwin", run: () => Promise.reject(new Error("x")) });
    expect(await readComputer(broken)).toBeNull();
    expect((await readComputer(dmi("A", "b".repeat(500))))?.model).toHaveLength(100);
  });
});
