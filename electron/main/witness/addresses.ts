import { createSocket } from "node:dgram";
import { type NetworkInterfaceInfo, networkInterfaces } from "node:os";
import type { PageAddress } from "#contract/power-cut/witness";

/**
 * Adapters that lead into this computer itself or into a tunnel: containers, virtual machines, VPNs
 * (ZeroTier on macOS: feth), Parallels (vnic), Apple's peer-to-peer links. The adapter inside a
 * virtual machine has an ordinary name and does not match.
 */
const virtualUnixAdapters =
  /^(lo\d*$|docker|br-|veth|virbr|vmnet|vboxnet|cni|flannel|cali|podman|lxc|lxd|incus|tap|tun|utun|wg|ppp|tailscale|zt|ham|feth|vnic|awdl|llw|anpi|gif|stf|ipsec|bridge\d|nordlynx|proton|mullvad|cscotun|gpd|fctvpn|vpn)/;
const virtualWindowsAdapters = /VirtualBox|VMware|Hyper-V|Loopback|WSL/i;
const tunnels =
  /VPN|TAP-|Tailscale|ZeroTier|Hamachi|WireGuard|Wintun|NordLynx|Mullvad|Surfshark|Cisco|AnyConnect|Forti|GlobalProtect|PANGP|Pulse Secure|SonicWall/i;

/**
 * Names of adapters on a Hyper-V switch. An external switch takes over the computer's adapter and
 * its address in the home network; all other Hyper-V switches lead to virtual machines.
 */
const windowsSwitches = /^vEthernet/i;

/**
 * The hardware address that Node reports for an adapter without one: a tunnel of any VPN, a modem.
 */
const noMac = "00:00:00:00:00:00";

/** VirtualBox's host-only adapters, which lead to virtual machines, often have ordinary names. */
const virtualBoxMac = /^0a:00:27:/i;

/**
 * Candidate addresses for the page, likeliest first: the source address of outgoing packets, then
 * by kind. Only private IPv4 addresses: a public one would expose the page to the whole internet,
 * and phones reach every home network by IPv4. A self-assigned address (169.254.…, no router) comes
 * last.
 * @param source source address of outgoing packets; `null` without a route
 */
export function pageAddressesOf(
  interfaces: NodeJS.Dict<NetworkInterfaceInfo[]>,
  source: string | null,
): PageAddress[] {
  const rank = (address: string) => (address === source ? -1 : (rankOf(address) ?? 0));
  return Object.entries(interfaces)
    .flatMap(([adapter, infos]) =>
      (infos ?? [])
        .filter((info) => isOffered(adapter, info, source))
        .map(({ address }) => ({ address, adapter })),
    )
    .sort((a, b) => rank(a.address) - rank(b.address));
}

export async function pageAddresses(): Promise<PageAddress[]> {
  return pageAddressesOf(networkInterfaces(), await sourceAddress());
}

function isOffered(
  adapter: string,
  { family, internal, address, mac }: NetworkInterfaceInfo,
  source: string | null,
): boolean {
  // Node gives `family` as a string up to version 16 and since 18.4, and as a number in between.
  const isIpv4 = family === "IPv4" || String(family) === "4";
  if (!isIpv4 || internal || rankOf(address) === null) {
    return false;
  }
  if (windowsSwitches.test(adapter)) {
    return address === source;
  }
  return !(
    mac === noMac ||
    virtualUnixAdapters.test(adapter) ||
    virtualWindowsAdapters.test(adapter) ||
    tunnels.test(adapter) ||
    virtualBoxMac.test(mac)
  );
}

/** A reserved address (RFC 5737) to look up the route; nothing is sent to it. */
const nowhere = "192.0.2.1";

/**
 * The source address of outgoing packets; `null` if there is no route. Connecting a UDP socket
 * looks up the route and sends nothing.
 */
function sourceAddress(): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = createSocket("udp4");
    const end = (error?: Error) => {
      const address = error === undefined ? socket.address().address : null;
      socket.close();
      resolve(address);
    };
    socket.once("error", end);
    socket.connect(9, nowhere, end);
  });
}

/**
 * The rank of an address: 0 for the likeliest private (https://www.rfc-editor.org/rfc/rfc1918) or
 * self-assigned address (rfc3927); `null` for every other address.
 */
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
