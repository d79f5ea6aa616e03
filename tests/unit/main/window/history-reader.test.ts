import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { HistoryEvent, HistoryRequest } from "#contract/history";
import { HistoryProcess } from "../../../../electron/main/window/history-reader";
import { HistoryStore } from "../../../../electron/main/window/history-store";
import { FakeHost } from "../../../helpers/fake-host";
import { sampleVolume } from "../../../helpers/sample-volume";

type Host = FakeHost<HistoryRequest, HistoryEvent>;
let hosts: Host[];
let reader: HistoryProcess;
let store: HistoryStore;
beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  hosts = [];
  reader = new HistoryProcess(() => {
    const host: Host = new FakeHost();
    hosts.push(host);
    return host;
  });
  store = new HistoryStore("/data/inspections", reader);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const entry = (name: string) => ({
  kind: "unreadable" as const,
  entry: {
    name,
    path: `/data/inspections/${name}`,
    problem: "damaged" as const,
    systemCode: null,
    removable: false,
  },
});
const question = (host: Host | undefined, index: number) => host?.requests[index]?.question ?? -1;

it("the history reader starts its process at the first request and uses it for later requests", async () => {
  expect(hosts).toHaveLength(0);
  const first = store.list();
  const second = store.list();
  expect(hosts).toHaveLength(1);
  const [host] = hosts;
  // Each answer belongs to its question, in whatever order the answers arrive.
  host?.says({ type: "found", question: question(host, 1), found: entry("second.json") });
  host?.says({ type: "found", question: question(host, 0), found: entry("first.json") });
  host?.says({ type: "listed", question: question(host, 1), problem: null });
  host?.says({ type: "listed", question: question(host, 0), problem: null });
  expect((await first).unreadable.map(({ name }) => name)).toEqual(["first.json"]);
  expect((await second).unreadable.map(({ name }) => name)).toEqual(["second.json"]);
});

it("the history reader gives up after ten seconds without an answer and keeps the entries received before", async () => {
  const listing = store.list();
  const [host] = hosts;
  await vi.advanceTimersByTimeAsync(9_000);
  host?.says({ type: "found", question: question(host, 0), found: entry("a.json") });
  await vi.advanceTimersByTimeAsync(9_000);
  expect(host?.killed).toBe(false);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(host?.killed).toBe(true);
  expect(await listing).toMatchObject({
    unreadable: [{ name: "a.json" }],
    problem: { path: "/data/inspections", problem: "no-answer" },
  });
});

it("a history that hangs yields an empty list of plug tests after ten seconds, marked as incomplete", async () => {
  const known = store.powerCutTests(sampleVolume());
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await known).toEqual({ tests: [], isComplete: false });
});

it("the history reader starts a new process at the next request after its process has ended", async () => {
  const listing = store.list();
  hosts[0]?.exits(1);
  expect(await listing).toMatchObject({ problem: { problem: "no-answer" } });
  const next = store.list();
  expect(hosts).toHaveLength(2);
  hosts[1]?.says({ type: "listed", question: question(hosts[1], 0), problem: null });
  expect(await next).toMatchObject({ problem: null });
});

it("the history reader has no time limit while idle", async () => {
  const listing = store.list();
  hosts[0]?.says({ type: "listed", question: question(hosts[0], 0), problem: null });
  await listing;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(hosts[0]?.killed).toBe(false);
});
