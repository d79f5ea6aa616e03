import { messages } from "./messages";

/** Names of the published drives on a chart's axis, by id. */

const kinds: Readonly<Record<string, () => string>> = messages({
  "hdd-wd2002fyps": "Hard disk",
  "sata-sandisk-ultra-ii": "SATA SSD",
  "usb-flash-marcan": "USB stick",
  "cloud-ssd-doris": "Cloud disk",
  "cloud-gcp-local-ssd": "Cloud local SSD",
});

/** Product names, the same in every language. */
export const productNames: Readonly<Record<string, string>> = {
  "nvme-970-evo": "970 EVO",
  "nvme-970-evo-plus": "970 EVO Plus",
  "nvme-mp600": "MP600",
  "nvme-990-pro": "990 PRO",
  "nvme-optane-900p": "Optane",
  "mac-macbook-pro-16": 'MacBook Pro 16"',
  "mac-m1": "Mac M1",
  "mac-m1-pro": "Mac M1 Pro",
  "sata-860-evo": "860 EVO",
  "nvme-sn550": "SN550",
};

export function shortName(id: string): string {
  const own = <T>(names: Readonly<Record<string, T>>) =>
    Object.hasOwn(names, id) ? names[id] : undefined;
  return own(kinds)?.() ?? own(productNames) ?? id;
}
