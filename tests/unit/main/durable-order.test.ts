import {
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { guideRecordSchema, takeStep } from "#contract/power-cut/state";
import { powerCutFolderName } from "#contract/power-cut/test";
import { witnessWords } from "#text/witness-page";
import { HistoryFolder } from "../../../electron/history-host/history-folder";
import { writeOutput } from "../../../electron/main/export/report-export";
import { DurableFile } from "../../../electron/main/files/durable-file";
import { writeDurably } from "../../../electron/main/files/durable-write";
import {
  RemovedPowerCutTests,
  removedPowerCutTestsSchema,
} from "../../../electron/main/power-cut/removed-tests";
import { newPowerCutPlan, PowerCutService } from "../../../electron/main/power-cut/service";
import { newGuideRecord, PowerCutStore } from "../../../electron/main/power-cut/store";
import { HistoryStore } from "../../../electron/main/window/history-store";
import { DriveKeeper } from "../../../electron/witness-host/drive-keeper";
import { WitnessLedger } from "../../../electron/witness-host/ledger";
import { Sealer } from "../../../electron/witness-host/seal";
import { eventually } from "../../helpers/eventually";
import { FakeEngine } from "../../helpers/fake-engine";
import { fakeSigns } from "../../helpers/fake-power-signs";
import { folderOfEach } from "../../helpers/folders";
import { calls, durably, flagsOf, recordCalls } from "../../helpers/recorded-fs";
import { powerCutMode } from "../../helpers/sample-power-cut-test";
import { sampleReport } from "../../helpers/sample-report";
import { sampleVolume } from "../../helpers/sample-volume";
import { sampleTicket } from "../../helpers/sample-witness";

/**
 * The order in which the program makes its own files durable: written, flushed, renamed, and only
 * then reported as done.
 */

const root = folderOfEach();
let place: string;
let endRecording: () => void;
const folder = "folder";
beforeEach(() => {
  place = path.join(root(), folder);
  mkdirSync(place);
  endRecording = recordCalls();
});
afterEach(() => endRecording());

/** Returns a function for then() that adds an entry to the calls. */
const said = (entry: string) => () => calls.push(entry);

describe.skipIf(process.platform === "win32")("writeDurably()", () => {
  it("writes, flushes and renames the file and flushes its folder before it resolves", async () => {
    await writeDurably(path.join(place, "file"), "content").then(said("done"));
    expect(calls).toEqual([...durably("file", folder), "done"]);
    expect(readFileSync(path.join(place, "file"), "utf8")).toBe("content");
    expect(readdirSync(place)).toEqual(["file"]);
  });

  it("replaces links at its path and at its temporary path, and never writes through a link", async () => {
    const victim = path.join(root(), "victim");
    writeFileSync(victim, "mine");
    symlinkSync(victim, path.join(place, "file.part"));
    symlinkSync(victim, path.join(place, "file"));
    await writeDurably(path.join(place, "file"), "content");
    expect(readFileSync(victim, "utf8")).toBe("mine");
    expect(readFileSync(path.join(place, "file"), "utf8")).toBe("content");
    const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants;
    expect(flagsOf.get("file.part")).toBe(O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW);
  });

  it("leaves a folder at its path unchanged and no temporary file behind if it cannot replace the folder", async () => {
    mkdirSync(path.join(place, "file")); // a folder, which no file can replace
    writeFileSync(path.join(place, "file", "inside"), "");
    await expect(writeDurably(path.join(place, "file"), "content")).rejects.toThrow();
    expect(readdirSync(place)).toEqual(["file"]);
  });
});

describe.skipIf(process.platform === "win32")("a plug test", () => {
  it("saves each step on this computer and the tested drive before it takes the step, and a removal on this computer before it removes", async () => {
    const kept = path.join(place, "kept");
    const removed = path.join(place, "removed");
    const tested = path.join(root(), "tested");
    mkdirSync(tested);
    const store = new PowerCutStore({
      record: new DurableFile(kept, guideRecordSchema),
      removeFiles: async () => {
        calls.push("the engine removes");
        return true;
      },
      removed: new RemovedPowerCutTests(new DurableFile(removed, removedPowerCutTestsSchema)),
    });
    const volume = sampleVolume({ mountPoint: tested, directory: tested });
    const plan = newPowerCutPlan(volume, ["fsync"]);
    store.set(newGuideRecord(volume, plan, null));
    const engine = new FakeEngine();
    const send = engine.send.bind(engine);
    engine.send = (request) => {
      calls.push(`ask ${request.type}`);
      send(request);
    };
    const service = new PowerCutService({
      os: "linux",
      spawnEngine: () => engine,
      acquireLock: async () => () => undefined,
      powerSigns: fakeSigns(),
      currentBoot: async () => ({ at: "2020-01-01T00:00:00.000Z", id: "first" }),
      store,
    });
    const written = service.write(plan, Promise.resolve(), {
      onState: ({ stage }) => calls.push(`announce ${stage}`),
    });
    await eventually(() => expect(calls).toContain("ask power-cut-prepare"));
    engine.says({ type: "power-cut-prepared", modes: [powerCutMode("fsync")], bytesWritten: 1 });
    await eventually(() => expect(calls).toContain("ask power-cut-write"));
    engine.says({ type: "finished", stopped: true, error: null });
    await written;

    const both = [...durably("kept", folder), ...durably("plug-test.json", powerCutFolderName)];
    expect(calls).toEqual([
      ...durably("kept", folder),
      `make ${powerCutFolderName}`,
      "flush tested",
      ...both,
      "announce preparing",
      "ask power-cut-prepare",
      ...both,
      "announce ready",
      ...both,
      "announce writing",
      "ask power-cut-write",
      ...both,
      "announce stopped",
    ]);

    // The program first stores in its own folder that the removal has begun. Then it makes the
    // engine mark the removal beside the test's files.
    calls.length = 0;
    mkdirSync(path.join(plan.folder, "fsync"));
    writeFileSync(path.join(plan.folder, "fsync", "log"), "");
    const state = store.current()?.state;
    if (state === undefined) {
      throw new Error("nothing is known of the test");
    }
    await store.keep(takeStep(state, { type: "removal-begins" }));
    await service.remove(plan.folder).then(said("done"));
    expect(calls).toEqual([
      ...durably("kept", folder),
      ...durably("removed", folder),
      "the engine removes",
      "remove kept",
      `flush ${folder}`,
      "done",
    ]);
  });

  it("counts the number of a save as stored by the witness only after its line in the witness file is flushed", async () => {
    const ticket = sampleTicket();
    const ledger = new WitnessLedger(() => 0);
    const file = path.join(place, "witness");
    const keeper = await DriveKeeper.create(
      { kind: "drive", file },
      {
        ticket,
        words: witnessWords(),
        ledger,
        sealer: new Sealer(ticket.secret, ticket.runId),
        nowMs: () => 0,
        onChange: said("held"),
        onFailure: (error) => {
          throw error;
        },
      },
    );
    expect(calls).toEqual(["write witness", "flush witness", `flush ${folder}`]);
    calls.length = 0;
    ledger.acknowledge({ mode: "fsync", number: 7 }, 100);
    keeper.update();
    expect(ledger.lastHeld("fsync")).toBe(0);
    await eventually(() => expect(calls).toContain("held"));
    expect(calls).toEqual(["write witness", "flush witness", "held"]);
    expect(ledger.lastHeld("fsync")).toBe(7);
    keeper.close();
  });
});

describe.skipIf(process.platform === "win32")("a report", () => {
  it("lies in the history as a flushed file before save() resolves", async () => {
    const report = sampleReport();
    const inspections = path.join(place, "inspections");
    await new HistoryStore(inspections, new HistoryFolder()).save(report).then(said("saved"));
    expect(calls).toEqual([
      "make inspections",
      `flush ${folder}`,
      ...durably(`${report.runId}.json`, "inspections"),
      "saved",
    ]);
  });

  it("is flushed to the drive and has the usual permissions before writeOutput() resolves", async () => {
    const file = path.join(place, "report.csv");
    await writeOutput(file, "a,b\n").then(said("told"));
    expect(calls).toEqual([...durably("report.csv", folder), "told"]);
    expect(statSync(file).mode & 0o777).toBe(0o666 & ~process.umask());
    expect(existsSync(`${file}.part`)).toBe(false);
  });
});
