import type { NetworkInterfaceInfo } from "node:os";
import { describe, expect, it } from "vitest";
import { pageAddresses } from "../../../../electron/main/witness/addresses";

function ipv4(address: string, changes: Partial<NetworkInterfaceInfo> = {}): NetworkInterfaceInfo {
  return {
    address,
    netmask: "255.255.255.0",
    family: "IPv4",
    mac: "00:11:22:33:44:55",
    internal: false,
    cidr: null,
    ...changes,
  } as NetworkInterfaceInfo;
}

describe("addresses of the witness page", () => {
  it("offers the adapters a phone can reach, home networks first", () => {
    expect(
      pageAddresses({
        lo: [ipv4("127.0.0.1", { internal: true })],
        eth0: [ipv4("10.0.3.7"), ipv4("fe80::1", { family: "IPv6", scopeid: 2 })],
        usb0: [ipv4("169.254.7.9")],
        wlan0: [ipv4("192.168.1.23")],
      }),
    ).toEqual([
      { address: "192.168.1.23", adapter: "wlan0" },
      { address: "10.0.3.7", adapter: "eth0" },
      { address: "169.254.7.9", adapter: "usb0" },
    ]);
  });

  it.each([
    "docker0",
    "br-3f2a",
    "virbr0",
    "veth1a2b",
    "vmnet8",
    "vboxnet0",
    "utun3",
    "wg0",
    "tailscale0",
    "bridge100",
    "vEthernet (WSL)",
    "VirtualBox Host-Only Network",
    "OpenVPN TAP-Windows6",
  ])("leaves %s out: it leads to no phone", (adapter) => {
    expect(pageAddresses({ [adapter]: [ipv4("192.168.56.1")] })).toEqual([]);
  });

  it.each(["Wi-Fi", "Ethernet", "en0", "wlp3s0", "enp0s31f6", "Local Area Connection"])(
    "offers %s",
    (adapter) => {
      expect(pageAddresses({ [adapter]: [ipv4("172.20.10.2")] })).toHaveLength(1);
    },
  );

  it("never offers an address the internet can reach", () => {
    expect(pageAddresses({ eth0: [ipv4("93.184.216.34")], eth1: [ipv4("172.32.0.1")] })).toEqual(
      [],
    );
  });

  it("understands the family as Node 18.0 writes it", () => {
    const odd = { ...ipv4("192.168.1.23"), family: 4 } as unknown as NetworkInterfaceInfo;
    expect(pageAddresses({ wlan0: [odd] })).toHaveLength(1);
  });
});
