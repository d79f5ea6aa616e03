import { type NetworkInterfaceInfo, networkInterfaces } from "node:os";
import type { PageAddress } from "../../contract/power-cut-guide";

/**
 * Adapters that lead into this computer itself or into a tunnel: containers, virtual machines,
 * VPNs, the links Apple devices keep among themselves. A virtual machine's own adapter has an
 * ordinary name and stays.
 */
const virtualUnixAdapters =
  /^(lo\d*$|docker|br-|veth|virbr|vmnet|vboxnet|cni|flannel|cali|podman|lxc|lxd|incus|tap|tun|utun|wg|ppp|tailscale|zt|ham|awdl|llw|anpi|gif|stf|ipsec|bridge\d)/;
const virtualWindowsAdapters =
  /vEthernet|VirtualBox|VMware|Hyper-V|Loopback|WSL|Tailscale|ZeroTier|Hamachi|WireGuard|OpenVPN|TAP-/i;

/**
 * Candidates for the page, the likeliest first. Only private IPv4 addresses: a public one would
 * open the page to the whole internet, and phones reach every home network by IPv4. An address a
 * computer gives itself (169.254.…, no router) comes last.
 */
export function pageAddresses(
  interfaces: NodeJS.Dict<NetworkInterfaceInfo[]> = networkInterfaces(),
): PageAddress[] {
  return Object.entries(interfaces)
    .filter(
      ([adapter]) => !virtualUnixAdapters.test(adapter) && !virtualWindowsAdapters.test(adapter),
    )
    .flatMap(([adapter, infos]) =>
      (infos ?? [])
        .filter(({ family, internal, address }) => {
          // A string up to Node 16 and since 18.4, a number between.
          const isIpv4 = family === "IPv4" || String(family) === "4";
          return isIpv4 && !internal && rankOf(address) !== null;
        })
        .map(({ address }) => ({ address, adapter })),
    )
    .sort((a, b) => (rankOf(a.address) ?? 0) - (rankOf(b.address) ?? 0));
}

/** https://www.rfc-editor.org/rfc/rfc1918 and rfc3927; `null` for every other address. */
function rankOf(address: string): number | null {
  const [first = 0, second = 0] = address.split(".").map(Number);
  if (first === 192 && second === 168) {
    return 0;
  }
  if (first === 10 || (first === 172 && second >= 16 && second <= 31)) {
    return 1;
  }
  return first === 169 && second === 254 ? 2 : null;
}
