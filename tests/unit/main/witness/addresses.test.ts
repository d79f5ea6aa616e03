import { Socket } from "node:dgram";
import { syncBuiltinESMExports } from "node:module";
import os, { type NetworkInterfaceInfo } from "node:os";
import { afterEach, describe, expect, it, vi } from "vitest";
import { pageAddresses, pageAddressesOf } from "../../../../electron/main/witness/addresses";

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

afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

/**
 * The addresses for the witness page if it is not known from which address the computer sends
 * packets.
 */
const offered = (interfaces: NodeJS.Dict<NetworkInterfaceInfo[]>) =>
  pageAddressesOf(interfaces, null);

describe("the list of addresses for the witness page", () => {
  it("contains the addresses that a phone can reach, those of home networks first", () => {
    expect(
      offered({
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
    "feth2891",
    "vnic0",
    "wg0",
    "tailscale0",
    "bridge100",
    "vEthernet (WSL)",
    "VirtualBox Host-Only Network",
    "vEthernet (Default Switch)",
    "OpenVPN TAP-Windows6",
    "NordLynx",
    "ProtonVPN TUN",
    "Mullvad",
    "Cisco AnyConnect Secure Mobility Client",
    "nordlynx",
    "proton0",
  ])("does not contain the address of the adapter %s, which leads to no phone", (adapter) => {
    expect(offered({ [adapter]: [ipv4("192.168.56.1")] })).toEqual([]);
  });

  it.each(["Wi-Fi", "Ethernet", "en0", "wlp3s0", "enp0s31f6", "Local Area Connection"])(
    "contains the address of the adapter %s",
    (adapter) => {
      expect(offered({ [adapter]: [ipv4("172.20.10.2")] })).toHaveLength(1);
    },
  );

  it("starts with the address from which the computer sends packets", () => {
    const interfaces = { en0: [ipv4("192.168.1.23")], en1: [ipv4("10.0.3.7")] };
    const order = (source: string | null) =>
      pageAddressesOf(interfaces, source).map(({ address }) => address);
    expect(order("10.0.3.7")).toEqual(["10.0.3.7", "192.168.1.23"]);
    expect(order("192.168.1.23")).toEqual(["192.168.1.23", "10.0.3.7"]);
  });

  it("starts with the local address of a connected UDP socket, which sends no packet", async () => {
    const home = ipv4("192.168.1.23");
    const office = ipv4("10.0.3.7");
    vi.spyOn(os, "networkInterfaces").mockReturnValue({ eth0: [home], eth1: [office] });
    syncBuiltinESMExports();
    const connect = vi.spyOn(Socket.prototype, "connect");
    connect.mockImplementation((...given: unknown[]) => (given.at(-1) as () => void)());
    const send = vi.spyOn(Socket.prototype, "send");
    vi.spyOn(Socket.prototype, "address").mockReturnValue({
      address: office.address,
      family: "IPv4",
      port: 5000,
    });
    expect((await pageAddresses())[0]?.address).toBe(office.address);
    expect(connect).toHaveBeenCalledOnce();
    expect(send).not.toHaveBeenCalled();
  });

  it("contains, of Hyper-V's switches, only the one with the address from which the computer sends packets", () => {
    const interfaces = {
      "vEthernet (External)": [ipv4("192.168.1.23")],
      "vEthernet (Default Switch)": [ipv4("172.28.0.1")],
    };
    expect(pageAddressesOf(interfaces, "192.168.1.23")).toEqual([
      { address: "192.168.1.23", adapter: "vEthernet (External)" },
    ]);
  });

  it("contains no tunnel, even if packets leave the computer through the tunnel", () => {
    const interfaces = { NordLynx: [ipv4("10.5.0.2")], "Wi-Fi": [ipv4("192.168.1.23")] };
    expect(pageAddressesOf(interfaces, "10.5.0.2")).toEqual([
      { address: "192.168.1.23", adapter: "Wi-Fi" },
    ]);
  });

  it("omits VirtualBox's adapter, recognized by the MAC address, even if Windows gives it an ordinary name", () => {
    const interfaces = { "Ethernet 2": [ipv4("192.168.56.1", { mac: "0a:00:27:00:00:0b" })] };
    expect(offered(interfaces)).toEqual([]);
  });

  it.each(["CloudflareWARP", "Meta", "wwan0"])(
    "omits the adapter %s, which has no hardware address and so is in no home network",
    (adapter) => {
      const tunnel = ipv4("172.16.0.2", { mac: "00:00:00:00:00:00" });
      const interfaces = { [adapter]: [tunnel], "Wi-Fi": [ipv4("192.168.1.23")] };
      expect(pageAddressesOf(interfaces, "172.16.0.2")).toEqual([
        { address: "192.168.1.23", adapter: "Wi-Fi" },
      ]);
    },
  );

  it.each(["93.184.216.34", "11.0.0.1", "172.15.0.1", "172.32.0.1", "192.169.1.1", "169.253.1.1"])(
    "does not contain the public address %s",
    (address) => {
      expect(offered({ eth0: [ipv4(address)] })).toEqual([]);
    },
  );

  it("accepts an address family given as a number, as in Node 18.0", () => {
    const odd = { ...ipv4("192.168.1.23"), family: 4 } as unknown as NetworkInterfaceInfo;
    expect(offered({ wlan0: [odd] })).toHaveLength(1);
  });
});
