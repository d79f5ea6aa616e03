import { cpus, release, version } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { type OperatingSystem, operatingSystemOf } from "#contract/flush-mode";
import type { HostFacts } from "#contract/report";
import { shownText } from "#contract/shown-text";
import { hostText } from "#text/inspection/host";
import { readAttribute } from "../volumes/block-device";
import { nodeSystemAccess, type SystemAccess } from "../volumes/system-access";
import { TimeLimit } from "../volumes/time-limit";
import { readWindowsComputer, type WindowsComputer } from "./windows-computer";

/** The system calls and programs that describe the computer; tests replace them with a fake. */
export interface HostAccess
  extends Pick<SystemAccess, "platform" | "readFile" | "readdir" | "run"> {
  readonly arch: string;
  /** `osRelease` is `6.8.0-45-generic`, `osVersion` the system's name and version, if known. */
  readonly osRelease: string;
  readonly osVersion: string;
  /**
   * The processors; os.cpus() reads them from files on Linux and from the kernel on other systems.
   */
  cpus(): readonly { readonly model: string; readonly times: Readonly<Record<string, number>> }[];
  /** Processor time this process has used, in milliseconds. */
  ownCpuMs(): number;
  /** Electron reports whether a battery powers the computer now; `null` without Electron. */
  onBattery(): Promise<boolean | null>;
  windows(): Promise<WindowsComputer>;
  wait(ms: number): Promise<unknown>;
}

/** The real system calls and programs; every started program is killed at its time limit. */
export function nodeHostAccess(onBattery: HostAccess["onBattery"] = async () => null): HostAccess {
  const { platform, readFile, readdir, run, systemRoot } = nodeSystemAccess();
  return {
    platform,
    readFile,
    readdir,
    run,
    arch: process.arch,
    osRelease: release(),
    osVersion: version(),
    cpus,
    ownCpuMs: () => {
      const { user, system: kernel } = process.cpuUsage();
      return (user + kernel) / 1000;
    },
    onBattery,
    windows: () => readWindowsComputer({ systemRoot, run }),
    wait,
  };
}

const answerLimitMs = 5000;

/**
 * Reads the facts about the computer. Never rejects: a fact that is unavailable or takes longer
 * than five seconds is `null`.
 */
export async function readHostFacts(host: HostAccess = nodeHostAccess()): Promise<HostFacts> {
  const limit = new TimeLimit(answerLimitMs);
  const known = async <T>(name: string, question: () => Promise<T>): Promise<T | null> => {
    try {
      return await limit.ask(name, question);
    } catch {
      // A missing file, program or permission is no error: the report says "not known".
      return null;
    }
  };
  const os = operatingSystemOf(host.platform);
  const [osVersion, cpuModel, virtualMachine, supply] = await Promise.all([
    known("osVersion", () => osVersionOf(os, host)),
    known("cpuModel", () => cpuModelOf(os, host)),
    known("virtualMachine", () => virtualMachineOf(os, host)),
    known("power", () => powerSupplyOf(os, host)),
  ]);
  return {
    os,
    osVersion: shownText(osVersion ?? host.osRelease),
    arch: host.arch,
    cpuModel: shownText(cpuModel ?? "") || null,
    virtualMachine,
    // A virtual machine without a battery uses the power of its host, whose source is not known.
    powerSource: supply === "no-battery" ? (virtualMachine === "none" ? "mains" : null) : supply,
  };
}

async function osVersionOf(os: OperatingSystem, host: HostAccess): Promise<string> {
  switch (os) {
    case "linux": {
      const text = await host.readFile("/etc/os-release");
      const name = /^PRETTY_NAME="?(.*?)"?$/m.exec(text)?.[1] ?? "Linux";
      return hostText.systemAndKernel({ system: name, release: host.osRelease });
    }
    case "macos": {
      const text = await host.run("/usr/bin/sw_vers", ["-productVersion"], {
        timeoutMs: answerLimitMs,
      });
      return `macOS ${text.trim()}`;
    }
    case "windows": {
      // Older versions of Node read the name of Windows 11 from a registry value that still says
      // Windows 10.
      const build = Number(host.osRelease.split(".")[2] ?? 0);
      const name =
        build >= 22_000 ? host.osVersion.replace("Windows 10", "Windows 11") : host.osVersion;
      return `${name}, ${host.osRelease}`;
    }
  }
}

async function cpuModelOf(os: OperatingSystem, host: HostAccess): Promise<string | null> {
  if (os === "linux") {
    // `os.cpus()` would read /proc/cpuinfo synchronously. On ARM the file contains no model.
    const text = await host.readFile("/proc/cpuinfo");
    return /^model name\s*:\s*(.+)$/m.exec(text)?.[1]?.trim() ?? null;
  }
  const model = host.cpus()[0]?.model.trim() || null;
  if (os === "macos" && model?.startsWith("VirtualApple")) {
    // Rosetta tells translated programs a processor named "VirtualApple"; a native sysctl returns
    // the real name.
    const args = ["-arm64", "/usr/sbin/sysctl", "-n", "machdep.cpu.brand_string"];
    return (await host.run("/usr/bin/arch", args, { timeoutMs: answerLimitMs })).trim();
  }
  return model;
}

async function virtualMachineOf(os: OperatingSystem, host: HostAccess): Promise<string | null> {
  switch (os) {
    case "linux":
      return linuxVirtualMachine(host);
    case "macos": {
      const args = ["-n", "kern.hv_vmm_present", "hw.model"];
      const text = await host.run("/usr/sbin/sysctl", args, { timeoutMs: answerLimitMs });
      const [present, model = ""] = text.trim().split("\n");
      return present === "0"
        ? "none"
        : present === "1"
          ? (knownHypervisor(model) ?? hostText.unknownHypervisor())
          : null;
    }
    case "windows": {
      return windowsVirtualMachine(await host.windows());
    }
  }
}

/** Names that hypervisors put into SMBIOS, the device tree or the clock sources. */
const hypervisors: readonly (readonly [RegExp, string])[] = [
  [/vmware/i, "VMware"],
  [/virtualbox|innotek/i, "VirtualBox"],
  [/microsoft corporation.*virtual machine|hyperv|\bvrtual\b/i, "Hyper-V"],
  [/parallels/i, "Parallels"],
  [/virtualmac|apple virtualization/i, "Apple Virtualization"],
  [/\bxen\b/i, "Xen"],
  [/bochs/i, "Bochs"],
  [/bhyve/i, "bhyve"],
  [/amazon ec2/i, "Amazon EC2"],
  [/google compute engine/i, "Google Compute Engine"],
  // "pc-i440fx" and "pc-q35" are QEMU's machine types; they also reveal KVM in a cloud that writes
  // its own name as the maker.
  [
    /qemu|\bkvm\b|kvm-clock|linux,kvm|openstack|\bpc-(i440fx|q35)-|ovirt|\brhev\b|nutanix ahv|digitalocean/i,
    "KVM",
  ],
];

function knownHypervisor(description: string): string | null {
  return hypervisors.find(([pattern]) => pattern.test(description))?.[1] ?? null;
}

/**
 * The hypervisor that Windows runs on, "none" on a physical computer. Only the computer's names
 * count: Windows also runs a hypervisor on physical computers, to isolate a part of itself.
 */
function windowsVirtualMachine(computer: WindowsComputer): string | null {
  const { maker, product, version, firmware } = computer;
  const isKnown = maker !== "" || product !== "";
  const name = knownHypervisor([maker, product, version, firmware].join(" "));
  return name ?? (isKnown ? "none" : null);
}

/**
 * The hypervisor that Linux runs on. A processor flag shows it on x86; other processors show it by
 * names only.
 */
async function linuxVirtualMachine(host: HostAccess): Promise<string | null> {
  const text = async (path: string) => (await readAttribute(host, path)) ?? "";
  const [kernel, cpuinfo, vendor, product, clocks, firmware, xen, xenRights] = await Promise.all([
    text("/proc/version"),
    text("/proc/cpuinfo"),
    text("/sys/class/dmi/id/sys_vendor"),
    text("/sys/class/dmi/id/product_name"),
    text("/sys/devices/system/clocksource/clocksource0/available_clocksource"),
    text("/proc/device-tree/hypervisor/compatible"),
    text("/sys/hypervisor/type"),
    text("/proc/xen/capabilities"),
  ]);
  // The kernel of WSL 2, a virtual machine, has one of these words in its version; WSL 1's kernel
  // calls itself "Microsoft", with a capital M.
  if (/microsoft-standard|WSL2/.test(kernel)) {
    return "Hyper-V (WSL)";
  }
  // Xen's first system (dom0, as in Qubes OS) does not count as a virtual machine: it runs above
  // Xen and yet has the real drives.
  if (/\bcontrol_d\b/.test(xenRights)) {
    return "none";
  }
  const name = knownHypervisor([vendor, product, clocks, firmware, xen].join(" "));
  const unknown = hostText.unknownHypervisor();
  const flags = /^flags\s*:(.*)$/m.exec(cpuinfo)?.[1];
  if (flags !== undefined) {
    return /\bhypervisor\b/.test(flags) ? (name ?? unknown) : "none";
  }
  if (name !== null) {
    return name;
  }
  return firmware !== "" ? unknown : vendor !== "" ? "none" : null;
}

type PowerSupply = "mains" | "battery" | "no-battery";

async function powerSupplyOf(os: OperatingSystem, host: HostAccess): Promise<PowerSupply | null> {
  switch (os) {
    case "linux":
      return linuxPowerSupply(host);
    case "windows":
      return windowsPowerSupply(host);
    case "macos":
      return macPowerSupply(host);
  }
}

/** A Mac's power source by pmset(1), which also lists a UPS beside an internal battery. */
async function macPowerSupply(host: HostAccess): Promise<PowerSupply | null> {
  const text = await host.run("/usr/bin/pmset", ["-g", "batt"], { timeoutMs: answerLimitMs });
  if (/^Now drawing from 'Battery Power'/.test(text)) {
    return "battery";
  }
  if (!/^Now drawing from 'AC Power'/.test(text)) {
    return null;
  }
  return text.includes("InternalBattery") ? "mains" : "no-battery";
}

/**
 * The power source on Windows. "no-battery" may also be a battery that is not in use, as Electron
 * does not distinguish the two; in both cases a physical computer is on mains.
 */
async function windowsPowerSupply(host: HostAccess): Promise<PowerSupply | null> {
  const onBattery = await host.onBattery();
  return onBattery === null ? null : onBattery ? "battery" : "no-battery";
}

/** The power source on Linux, by https://docs.kernel.org/power/power_supply_class.html */
async function linuxPowerSupply(host: HostAccess): Promise<PowerSupply | null> {
  const folder = "/sys/class/power_supply";
  const supplies = await Promise.all(
    (await host.readdir(folder)).map(async (name) => {
      const text = await host.readFile(`${folder}/${name}/uevent`);
      const value = (key: string) => new RegExp(`^POWER_SUPPLY_${key}=(.*)$`, "m").exec(text)?.[1];
      const [type, scope] = [value("TYPE"), value("SCOPE")];
      return { type, scope, online: value("ONLINE"), status: value("STATUS") };
    }),
  );
  // Linux also lists batteries of mice and headsets, with the scope "Device".
  const own = supplies.filter(({ scope }) => scope !== "Device");
  const batteries = own.filter(({ type }) => type === "Battery");
  if (own.some(({ type, online }) => type !== "Battery" && online === "1")) {
    return "mains";
  }
  if (batteries.some(({ status }) => status === "Discharging")) {
    return "battery";
  }
  if (batteries.length === 0) {
    return own.some(({ type }) => type === "Mains") ? "mains" : "no-battery";
  }
  // A battery that is charging or full means mains, even if no adapter is listed: something must
  // feed it.
  return batteries.some(({ status }) => status === "Charging" || status === "Full")
    ? "mains"
    : null;
}
