import { describe, expect, it, vi } from "vitest";
import { hostSchema } from "#contract/report";
import { type HostAccess, readHostFacts } from "../../../../electron/main/inspection/host-facts";
import { hostWith, windowsLaptop } from "../../../helpers/host-access";

const laptop = `/etc/os-release:
    NAME="Ubuntu"
    PRETTY_NAME="Ubuntu 24.04.1 LTS"
/proc/version: Linux version 6.8.0-45-generic (buildd@lcy02)
/proc/cpuinfo:
    processor	: 0
    model name	: AMD Ryzen 7 7840U
    flags		: fpu vme de pse svm
/sys/class/dmi/id/sys_vendor: LENOVO
/sys/class/dmi/id/product_name: 21K5
/sys/class/power_supply/AC/uevent:
    POWER_SUPPLY_TYPE=Mains
    POWER_SUPPLY_ONLINE=1
/sys/class/power_supply/BAT0/uevent:
    POWER_SUPPLY_TYPE=Battery
    POWER_SUPPLY_STATUS=Discharging`;

const onBattery = laptop.replace("ONLINE=1", "ONLINE=0");
const guest = laptop.replace("fpu vme", "fpu hypervisor vme");

describe("readHostFacts() on Linux", () => {
  it("returns the facts that files in /etc, /proc and /sys state", async () => {
    const facts = await readHostFacts(hostWith(laptop));
    expect(facts).toEqual({
      os: "linux",
      osVersion: "Ubuntu 24.04.1 LTS, kernel 6.8.0-45-generic",
      arch: "x64",
      cpuModel: "AMD Ryzen 7 7840U",
      virtualMachine: "none",
      powerSource: "mains",
    });
    expect(hostSchema.parse(facts)).toEqual(facts);
  });

  it("returns null for processor, virtual machine and power source, and does not throw, if no file is readable", async () => {
    expect(await readHostFacts(hostWith(""))).toEqual({
      os: "linux",
      osVersion: "6.8.0-45-generic",
      arch: "x64",
      cpuModel: null,
      virtualMachine: null,
      powerSource: null,
    });
  });

  it("turns hostile names of system and processor into one short line of visible text", async () => {
    const hostile = `\u001b[2JFast\u202e CPU${"x".repeat(5000)}`;
    const tree = laptop.replace("AMD Ryzen 7 7840U", hostile);
    const { cpuModel, osVersion } = await readHostFacts(
      hostWith(tree.replace("Ubuntu 24.04.1 LTS", hostile)),
    );
    expect(cpuModel).toMatch(/^\[2JFast CPUx+$/);
    for (const name of [cpuModel, osVersion]) {
      expect(name).toMatch(/^\P{C}{128}$/u);
    }
  });

  it("returns null for the processor within five seconds if no reading of a file returns", async () => {
    vi.useFakeTimers();
    try {
      const facts = readHostFacts(hostWith("", { readFile: () => new Promise(() => undefined) }));
      await vi.advanceTimersByTimeAsync(5000);
      expect((await facts).cpuModel).toBeNull();
    } finally {
      vi.useRealTimers();
    }
  });

  const powerOf = async (tree: string) => (await readHostFacts(hostWith(tree))).powerSource;

  it.each([
    ["mains", "a plugged adapter, although the battery discharges", laptop],
    ["battery", "an unplugged adapter and a discharging battery", onBattery],
    ["mains", "an unplugged adapter and a full battery", onBattery.replace("Discharging", "Full")],
    [
      null,
      "an unplugged adapter and a battery of unknown state",
      onBattery.replace("Discharging", "Unknown"),
    ],
    [
      "mains",
      "an unplugged adapter and only the battery of a mouse",
      onBattery.replace("STATUS=Discharging", "STATUS=Discharging\n    POWER_SUPPLY_SCOPE=Device"),
    ],
    [
      "mains",
      "an unplugged adapter, but power through USB",
      `${onBattery}\n/sys/class/power_supply/ucsi/uevent:\n    POWER_SUPPLY_TYPE=USB\n    POWER_SUPPLY_ONLINE=1`,
    ],
  ])("returns the power source %j for a computer with %s", async (power, _with, tree) => {
    expect(await powerOf(tree)).toBe(power);
  });

  it("returns mains power for real hardware without a battery, and null for a virtual machine without a battery", async () => {
    const without = (tree: string) =>
      `${tree.slice(0, tree.indexOf("/sys/class/power_supply"))}/sys/class/power_supply/`;
    expect(await powerOf(without(laptop))).toBe("mains");
    expect(await powerOf(without(guest))).toBeNull();
  });

  const machineName = async (tree: string) => (await readHostFacts(hostWith(tree))).virtualMachine;

  it.each([
    ["LENOVO", "21K5", "unknown hypervisor"],
    ["QEMU", "Standard PC (Q35 + ICH9, 2009)", "KVM"],
    ["VMware, Inc.", "VMware20,1", "VMware"],
    ["innotek GmbH", "VirtualBox", "VirtualBox"],
    ["Microsoft Corporation", "Virtual Machine", "Hyper-V"],
    ["Microsoft Corporation", "Surface Pro 9", "unknown hypervisor"],
    ["Amazon EC2", "c7i.large", "Amazon EC2"],
    ["Xen", "HVM domU", "Xen"],
  ])(
    'identifies a virtual machine with the firmware names "%s" and "%s" as "%s", and as none without the processor\'s flag',
    async (vendor, product, name) => {
      const tree = guest.replace("LENOVO", vendor).replace("21K5", product);
      expect(await machineName(tree)).toBe(name);
      // Without the processor's flag "hypervisor", the same DMI names belong to a whole machine
      // rented from a cloud.
      expect(await machineName(tree.replace("hypervisor ", ""))).toBe("none");
    },
  );

  it("identifies KVM by its clock if DMI is missing, and WSL 2, but not WSL 1, by its kernel", async () => {
    const bare = guest.replace(/\/sys\/class\/dmi.*\n/g, "");
    const clock = "/sys/devices/system/clocksource/clocksource0/available_clocksource";
    expect(await machineName(bare)).toBe("unknown hypervisor");
    expect(await machineName(`${bare}\n${clock}: tsc kvm-clock acpi_pm`)).toBe("KVM");
    expect(await machineName(laptop.replace("(buildd@lcy02)", "-microsoft-standard-WSL2"))).toBe(
      "Hyper-V (WSL)",
    );
    // The first version of WSL translates system calls and runs no virtual machine.
    const first = laptop.replace("(buildd@lcy02)", "4.4.0-19041-Microsoft");
    expect(await machineName(first)).toBe("none");
  });

  it('reports "Xen" for a guest of Xen, but no virtual machine for the system that controls Xen', async () => {
    const xen = `${guest}\n/sys/hypervisor/type: xen`;
    expect(await machineName(xen)).toBe("Xen");
    expect(await machineName(`${xen}\n/proc/xen/capabilities: control_d`)).toBe("none");
  });

  it("names, if the processor lists no flags, the hypervisor in the device tree, or none, or null if DMI is missing too", async () => {
    const arm = laptop.replace(/ {4}flags.*\n/, "").replace("model name", "BogoMIPS");
    expect(await readHostFacts(hostWith(arm))).toMatchObject({
      cpuModel: null,
      virtualMachine: "none",
    });
    expect(await machineName(arm.replace(/\/sys\/class\/dmi.*\n/g, ""))).toBeNull();
    expect(await machineName(`${arm}\n/proc/device-tree/hypervisor/compatible: linux,kvm`)).toBe(
      "KVM",
    );
  });
});

describe("readHostFacts() on macOS and Windows", () => {
  const cpus = () => [{ model: "Apple M3 Pro ", times: {} }];

  // A Mac on which every system program ends in time and prints this text.
  const mac = (sysctl: string, pmset: string, changes: Partial<HostAccess> = {}) => {
    const printed: Readonly<Record<string, string>> = {
      "/usr/bin/sw_vers": "15.1\n",
      "/usr/sbin/sysctl": sysctl,
      "/usr/bin/pmset": pmset,
    };
    return readHostFacts(
      hostWith("", {
        platform: "darwin",
        arch: "arm64",
        cpus,
        run: async (file) => printed[file] ?? Promise.reject(new Error(file)),
        ...changes,
      }),
    );
  };
  const inside =
    " -InternalBattery-0 (id=21889123)\t92%; discharging; 5:51 remaining present: true\n";
  const onMains = "Now drawing from 'AC Power'\n";
  const onItsBattery = `Now drawing from 'Battery Power'\n${inside}`;

  it("returns every fact of a Mac that runs on battery power", async () => {
    expect(await mac("0\nMac15,6\n", onItsBattery)).toEqual({
      os: "macos",
      osVersion: "macOS 15.1",
      arch: "arm64",
      cpuModel: "Apple M3 Pro",
      virtualMachine: "none",
      powerSource: "battery",
    });
  });

  it("names the real processor even under Rosetta, which shows programs an invented one, or null if the query fails", async () => {
    // The processor that macOS shows to translated programs (published outputs of Go's benchmarks
    // on an M1 and an M2).
    const ofRosetta = [{ model: "VirtualApple @ 2.50GHz", times: {} }];
    const modelWith = async (run: HostAccess["run"]) =>
      (await mac("", "", { arch: "x64", cpus: () => ofRosetta, run })).cpuModel;
    const native = "-arm64 /usr/sbin/sysctl -n machdep.cpu.brand_string";
    const told = await modelWith(async (file, args) =>
      file === "/usr/bin/arch" && args.join(" ") === native ? "Apple M2 Pro\n" : "",
    );
    expect(told).toBe("Apple M2 Pro");
    expect(await modelWith(() => Promise.reject(new Error("ENOENT")))).toBeNull();
  });

  it("names a virtual Mac without a power source, and returns null for the virtual machine if sysctl fails", async () => {
    expect(await mac("1\nVirtualMac2,1\n", onMains)).toMatchObject({
      virtualMachine: "Apple Virtualization",
      powerSource: null,
    });
    expect(await mac("0\nMacmini9,1\n", onMains)).toMatchObject({ powerSource: "mains" });
    expect((await mac("sysctl: unknown oid", onMains)).virtualMachine).toBeNull();
  });

  it.each([
    ["a MacBook that is plugged in", `${onMains}${inside}`, "mains"],
    ["a Mac on mains with a UPS attached", `${onMains} -UPS (id=1)\t100%; charged\n`, "mains"],
    ["a Mac that runs on a UPS", "Now drawing from 'UPS Power'\n", null],
    ["a Mac whose pmset prints nothing", "", null],
  ])(
    "returns the power source of %s, and that of a virtual machine only if it has a battery",
    async (_mac, pmset, power) => {
      // A virtual machine shows a power source only if it has a battery.
      expect((await mac("0\nMac15,6\n", pmset)).powerSource).toBe(power);
      const guests = pmset.includes("Internal") ? power : null;
      expect((await mac("1\nMac15,6\n", pmset)).powerSource).toBe(guests);
    },
  );

  const windows = (changes: Partial<HostAccess>) =>
    readHostFacts(
      hostWith("", {
        platform: "win32",
        osRelease: "10.0.22631",
        osVersion: "Windows 10 Pro",
        windows: async () => windowsLaptop(),
        ...changes,
      }),
    );

  it("tells Windows 11 from Windows 10 by the number of the build, although the runtime reports Windows 10", async () => {
    expect((await windows({})).osVersion).toBe("Windows 11 Pro, 10.0.22631");
    expect((await windows({ osRelease: "10.0.19045" })).osVersion).toBe(
      "Windows 10 Pro, 10.0.19045",
    );
    expect(await windows({})).toMatchObject({ virtualMachine: "none", powerSource: null });
  });

  it.each([
    ["VMware", { maker: "VMware, Inc.", product: "VMware7,1" }],
    ["Hyper-V", { maker: "Microsoft Corporation", product: "Virtual Machine" }],
    ["Hyper-V", { maker: "", product: "", firmware: "VRTUAL - 1" }],
    ["KVM", { maker: "Nutanix", product: "AHV" }],
    ["KVM", { maker: "Alibaba Cloud", product: "Alibaba Cloud ECS", version: "pc-i440fx-2.1" }],
    ["KVM", { maker: "DigitalOcean", product: "Droplet" }],
    ["KVM", { maker: "oVirt", product: "oVirt Node" }],
    ["bhyve", { maker: "BHYVE", product: "BHYVE" }],
    // A Chromebook has Google's name but no hypervisor.
    ["none", { maker: "Google", product: "Eve" }],
    ["none", { maker: "Microsoft Corporation", product: "Surface Laptop 7" }],
    [null, { maker: "", product: "", firmware: "" }],
  ] as const)(
    "identifies the kind of virtual machine on Windows by the firmware's strings: %s",
    async (name, changes) => {
      const { virtualMachine } = await windows({ windows: async () => windowsLaptop(changes) });
      expect(virtualMachine).toBe(name);
    },
  );

  it("returns the power source that Electron reports, or null if it reports none or reports mains in a virtual machine", async () => {
    const source = async (onBattery: boolean | null, product = "XPS 13") =>
      (
        await windows({
          onBattery: async () => onBattery,
          windows: async () => windowsLaptop({ product }),
        })
      ).powerSource;
    expect(await source(true)).toBe("battery");
    expect(await source(false)).toBe("mains");
    expect(await source(null)).toBeNull();
    // A virtual machine does not see the battery of its host.
    expect(await source(false, "VirtualBox")).toBeNull();
    expect(await source(true, "VirtualBox")).toBe("battery");
  });
});
