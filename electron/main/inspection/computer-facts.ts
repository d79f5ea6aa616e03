import { operatingSystemOf } from "#contract/flush-mode";
import type { Computer } from "#contract/report";
import { shownText } from "#contract/shown-text";
import { readAttribute } from "../volumes/block-device";
import { type HostAccess, nodeHostAccess } from "./host-facts";

const answerLimitMs = 5000;
/**
 * Longest name, in characters: names in SMBIOS have a few words, and longer ones are not meant for
 * people.
 */
const longestName = 100;

/** The computer's maker and model; `null` if both are unknown. Never rejects. */
export async function readComputer(host: HostAccess = nodeHostAccess()): Promise<Computer | null> {
  const { maker, model } = await namesOf(host).catch(() => nameless);
  const known = { maker: nameOf(maker), model: nameOf(model) };
  return known.maker === null && known.model === null ? null : known;
}

const nameless = { maker: "", model: "" };

async function namesOf(host: HostAccess): Promise<{ maker: string; model: string }> {
  switch (operatingSystemOf(host.platform)) {
    case "linux":
      return linuxNames(host);
    case "macos": {
      const args = ["-n", "hw.model"];
      const model = await host.run("/usr/sbin/sysctl", args, { timeoutMs: answerLimitMs });
      return { maker: "Apple", model };
    }
    case "windows": {
      const { maker, product, version } = await host.windows();
      return { maker, model: betterModel(maker, product, version) };
    }
  }
}

/**
 * The names on Linux: SMBIOS has files that every user may read; boards without SMBIOS have a
 * device tree.
 */
async function linuxNames(host: HostAccess): Promise<{ maker: string; model: string }> {
  const text = async (path: string) =>
    (await readAttribute(host, path))?.replace(/\0/g, "").trim() ?? "";
  const dmi = "/sys/class/dmi/id";
  const [maker, product, version, board] = await Promise.all([
    text(`${dmi}/sys_vendor`),
    text(`${dmi}/product_name`),
    text(`${dmi}/product_version`),
    text("/proc/device-tree/model"),
  ]);
  return maker === "" && product === ""
    ? { maker: "", model: board }
    : { maker, model: betterModel(maker, product, version) };
}

/**
 * The product field or, on a computer of Lenovo, the version field with the familiar name: Lenovo's
 * product field holds a part number (20XW005PGE).
 */
function betterModel(maker: string, product: string, version: string): string {
  return /^lenovo$/i.test(maker.trim()) && nameOf(version) !== null && /\s/.test(version.trim())
    ? version
    : product;
}

/** Placeholders that board makers leave in the name fields. */
const placeholders =
  /^(to be filled.*|default string|system (manufacturer|product name|version)|not (specified|applicable|available)|unknown|undefined|none|n\/?a|o\.?e\.?m\.?|invalid|-+|0+|x+)$/i;

function nameOf(text: string): string | null {
  const name = shownText(text, longestName);
  return name === "" || placeholders.test(name) ? null : name;
}
