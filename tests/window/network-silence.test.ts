import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type ListeningPorts, listenOnPorts } from "../helpers/listening-ports";
import { openRealApp, type RealApp } from "../helpers/real-app";

/**
 * A page of the program under an attacker's control tries every way to reach the network; a TCP and
 * a UDP socket count what arrives.
 */

let real: RealApp;
let ports: ListeningPorts;

beforeAll(async () => {
  real = await openRealApp();
});
afterAll(() => real.close());

beforeAll(async () => {
  ports = await listenOnPorts();
});
afterAll(() => ports.close());

/**
 * Where the page takes the constructor `RTCPeerConnection` from: itself or a frame of this kind.
 */
type World = "page" | "about:blank" | "srcdoc" | "sandboxed srcdoc";

/**
 * Uses WebRTC as a page would; resolves when the gathering of addresses (ICE candidates) has ended.
 */
async function useWebRtc({ port, world }: { port: number; world: World }): Promise<string> {
  const frame = document.createElement("iframe");
  if (world !== "page") {
    if (world === "sandboxed srcdoc") {
      frame.setAttribute("sandbox", "allow-same-origin allow-scripts");
    }
    if (world !== "about:blank") {
      frame.srcdoc = "<p>here</p>";
    }
    const loaded = new Promise((resolve) => frame.addEventListener("load", resolve));
    document.body.append(frame);
    await loaded;
  }
  const within = world === "page" ? window : frame.contentWindow;
  const Peer = (within as typeof window | null)?.RTCPeerConnection;
  if (Peer === undefined) {
    return "there is no RTCPeerConnection";
  }
  const server = `127.0.0.1:${port}`;
  const one = new Peer({
    iceServers: [
      { urls: `stun:${server}` },
      ...["udp", "tcp"].map((way) => ({
        urls: `turn:${server}?transport=${way}`,
        username: "a",
        credential: "b",
      })),
      { urls: `turns:${server}`, username: "a", credential: "b" },
    ],
  });
  const other = new Peer();
  one.createDataChannel("out");
  const gathered = new Promise((resolve) => {
    one.onicegatheringstatechange = () => one.iceGatheringState === "complete" && resolve(null);
    setTimeout(resolve, 4000);
  });
  await one.setLocalDescription(await one.createOffer());
  await other.setRemoteDescription(one.localDescription as RTCSessionDescription);
  await other.setLocalDescription(await other.createAnswer());
  await one.setRemoteDescription(other.localDescription as RTCSessionDescription);
  for (const [kind, ending] of [
    ["udp", ""],
    ["tcp", " tcptype passive"],
  ]) {
    await one.addIceCandidate({
      candidate: `candidate:1 1 ${kind} 2113937151 127.0.0.1 ${port} typ host${ending}`,
      sdpMid: "0",
    });
  }
  await gathered;
  await new Promise((resolve) => setTimeout(resolve, 1000));
  one.close();
  other.close();
  frame.remove();
  return "tried";
}

it.each<World>(["page", "about:blank", "srcdoc", "sandboxed srcdoc"])(
  'WebRTC sends nothing from a document of the kind "%s"',
  async (world) => {
    const before = ports.counted();
    await real.page.evaluate(useWebRtc, { port: ports.port, world });
    expect(ports.counted()).toEqual(before);
  },
);

it("a page reaches the test's UDP socket if the window has Electron's default WebRTC policy", async (context) => {
  // Without a network adapter WebRTC does not even try to connect.
  const hasNetwork = Object.values(networkInterfaces())
    .flat()
    .some((info) => !info?.internal);
  context.skip(!hasNetwork, "this computer has no network");
  const before = ports.counted();
  await real.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.setWebRTCIPHandlingPolicy("default"),
  );
  await real.page.reload();
  await real.page.getByRole("heading", { level: 1 }).waitFor();
  await real.page.evaluate(useWebRtc, { port: ports.port, world: "page" as const });
  expect(ports.counted().datagrams).toBeGreaterThan(before.datagrams);
});

/** Tries every way to reach an address other than WebRTC. */
async function useEverythingElse(port: number): Promise<void> {
  const address = `127.0.0.1:${port}`;
  const attempt = async (action: () => unknown) => {
    try {
      await action();
    } catch {
      // The program refused the attempt, as it should.
    }
  };
  const link = (rel: string, as = "") => {
    const element = document.createElement("link");
    Object.assign(element, { rel, href: `http://${address}/${rel}`, as });
    document.head.append(element);
  };
  for (const rel of ["preconnect", "dns-prefetch", "prefetch", "prerender", "modulepreload"]) {
    link(rel);
  }
  for (const kind of ["image", "script", "style", "font", "fetch"]) {
    link("preload", kind);
  }
  link("stylesheet");
  link("icon");
  link("manifest");
  await attempt(() => fetch(`http://${address}/fetch`));
  await attempt(() => navigator.sendBeacon(`http://${address}/beacon`, "a"));
  await attempt(() => new WebSocket(`ws://${address}/`));
  await attempt(() => new EventSource(`http://${address}/`));
  await attempt(() => new Worker(`http://${address}/worker.js`));
  await attempt(() => new Worker(URL.createObjectURL(new Blob([`fetch("http://${address}")`]))));
  await attempt(() => new SharedWorker(`http://${address}/worker.js`));
  await attempt(() => navigator.serviceWorker.register(`http://${address}/worker.js`));
  await attempt(() => new (Reflect.get(window, "WebTransport"))(`https://${address}/`));
  await attempt(() => import(/* @vite-ignore */ `http://${address}/module.js`));
  for (const tag of ["img", "iframe", "script", "embed", "video", "audio"]) {
    const element = document.createElement(tag);
    element.setAttribute("src", `http://${address}/${tag}`);
    document.body.append(element);
  }
  const object = document.createElement("object");
  object.data = `http://${address}/object`;
  document.body.append(object);
  const rules = document.createElement("script");
  rules.type = "speculationrules";
  rules.textContent = JSON.stringify({
    prefetch: [{ source: "list", urls: [`http://${address}/rules`] }],
  });
  document.body.append(rules);
  const anchor = document.createElement("a");
  anchor.href = `http://${address}/navigated`;
  anchor.ping = `http://${address}/ping`;
  document.body.append(anchor);
  anchor.click();
  const form = document.createElement("form");
  form.action = `http://${address}/form`;
  document.body.append(form);
  await attempt(() => form.submit());
  await attempt(() => window.open(`http://${address}/opened`));
  await attempt(() => {
    location.href = `http://${address}/located`;
  });
  await new Promise((resolve) => setTimeout(resolve, 2000));
}

it("a page reaches no listening socket by fetch, WebSocket, workers, elements, links, forms or navigation", async () => {
  const before = ports.counted();
  await real.page.evaluate(useEverythingElse, ports.port);
  expect(ports.counted()).toEqual(before);
});

it("the listening sockets count a TCP connection", async () => {
  const { connections } = ports.counted();
  const socket = connect(ports.port, "127.0.0.1");
  await expect.poll(() => ports.counted().connections).toBe(connections + 1);
  socket.destroy();
});
