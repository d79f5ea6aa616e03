import { execFileSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { powerCutFolderName } from "#contract/power-cut/test";
import { folderOfEach } from "../helpers/folders";
import { type InspectOptions, inspect, reportOf } from "../helpers/inspect-process";
import { skipped } from "../helpers/native-engine";
import { reachableProgram } from "../helpers/reachable-program";
import { plant, protect, protectionProblem } from "../helpers/second-user";

/**
 * Tests the command line that root runs in a folder to which every user may write against a second
 * local user, with Linux's own protection against planted links and without it.
 */
const problem = protectionProblem();
if (problem !== null) {
  skipped(`a second user (${problem})`);
}

const smoke = ["--profile", "smoke", "--tests", "commits", "--engines", "append-log"];
/** Milliseconds after which a run counts as hanging, far more than any run takes. */
const patienceMs = 60_000;

const root = folderOfEach();
/** A folder of root's with a secret file in it. */
let mine: string;
let secret: string;
let shared: string;
beforeEach(() => {
  chmodSync(root(), 0o755);
  mine = path.join(root(), "mine");
  secret = path.join(mine, "secret");
  shared = path.join(root(), "shared");
  mkdirSync(mine, 0o755);
  mkdirSync(shared);
  writeFileSync(secret, "secret", { mode: 0o600 });
});
afterEach(() => {
  expect(readFileSync(secret, "utf8")).toBe("secret");
  expect(readdirSync(mine)).toEqual(["secret"]);
});

const at = (...names: string[]) => path.join(shared, ...names);
const run = (args: readonly string[], options?: InspectOptions) => inspect(args, options);

describe.skipIf(problem !== null).each([
  ["off", false],
  ["on", true],
])("with the kernel's protection against planted links %s,", (_word, isOn) => {
  let restore: () => void = () => undefined;
  beforeAll(() => {
    restore = protect(isOn);
  });
  afterAll(() => restore());

  // Linux's protection covers only sticky folders: in a folder open to all, switching it on changes
  // nothing.
  const kinds: [string, number][] = [
    ["sticky like /tmp", 0o1777],
    ...(isOn ? [] : ([["open to all", 0o777]] as [string, number][])),
  ];
  describe.each(kinds)("in a folder that is %s,", (folderKind, mode) => {
    beforeEach(() => chmodSync(shared, mode));

    it(
      "the command line writes a report and touches no planted link or pipe",
      async () => {
        plant.link(at("r.json.part"), secret);
        plant.pipe(at("r.csv.part"));
        plant.link(at("r.json.tmp"), secret);
        const files = ["--json", at("r.json"), "--csv", at("r.csv")];
        const end = await run([...smoke, "--path", root(), ...files]);
        expect(end.code, end.stderr).toBe(0);
        expect(JSON.parse(readFileSync(at("r.json"), "utf8"))).toMatchObject({ partial: false });
        expect(lstatSync(at("r.csv")).isFile()).toBe(true);
        expect(readlinkSync(at("r.json.part"))).toBe(secret);
        expect(lstatSync(at("r.csv.part")).isFIFO()).toBe(true);
        // An earlier version emptied the secret file even if it refused the inspection.
        expect((await run(["--path", at("none"), ...files])).code).toBe(3);
        expect(readdirSync(shared).sort()).toEqual([
          "r.csv",
          "r.csv.part",
          "r.json",
          "r.json.part",
          "r.json.tmp",
        ]);
      },
      patienceMs,
    );

    const planted: readonly { what: string; name: string; plantAt: (place: string) => void }[] = [
      { what: "a link to a secret file", name: "r.json", plantAt: (at) => plant.link(at, secret) },
      { what: "a pipe without a reader", name: "r.json", plantAt: plant.pipe },
      {
        what: "a path through a planted link",
        name: "out/r.json",
        plantAt: () => plant.link(at("out"), mine),
      },
      {
        what: "a link to a file that does not exist",
        name: "r.json",
        plantAt: (at) => plant.link(at, `${mine}/new`),
      },
    ];
    // Each kind of folder tests another option with each obstacle, so that every option meets every
    // obstacle.
    const turn = isOn ? 2 : kinds.findIndex(([kind]) => kind === folderKind);
    const options = planted.map((_, place) => ["--json", "--csv", "--pdf"][(place + turn) % 3]);
    it.each(planted.map((one, place) => [options[place] ?? "", one.what, one] as const))(
      "the command line does not write the result of %s to %s",
      async (option, _what, { name, plantAt }) => {
        plantAt(at(name));
        const end = await run([...smoke, "--path", root(), option, at(name)]);
        expect(end.code, end.stderr).toBe(2);
        expect(end.stderr).toContain("another user has put that there");
        expect(readdirSync(root()).sort()).toEqual(["mine", "shared"]);
      },
      patienceMs,
    );

    it(
      "the command line refuses to touch another user's plug test and does not wait for a planted pipe",
      async () => {
        const folder = at(powerCutFolderName);
        const names = () => readdirSync(folder, { recursive: true }).sort();
        plant.folder(folder);
        plant.pipe(path.join(folder, "plug-test.json"));
        plant.link(path.join(folder, "plug-test.json.part"), secret);
        plant.link(path.join(folder, "fsync"), mine);
        const before = names();
        for (const action of [
          ["finish", "--acknowledged", "fsync=1"],
          ["remove"],
          ["start", "--seconds", "1"],
        ]) {
          const end = await run(["--plug-test", ...action, "--path", shared]);
          expect(end.code, end.stderr).toBe(3);
          expect(end.stderr).toContain(`${folder} belongs to another user`);
        }
        expect(names()).toEqual(before);
        rmSync(folder, { recursive: true });
        plant.link(folder, mine);
        const end = await run(["--plug-test", "remove", "--path", shared]);
        expect(end.code, end.stderr).toBe(3);
        expect(end.stderr).toContain(`${folder} is not a folder`);
      },
      patienceMs,
    );

    it(
      'a file, folder, link or pipe of another user in place of the lock leads to an error or a warning, not to "already running"',
      async () => {
        const program = reachableProgram();
        if (program === null) {
          skipped("a user without privileges (no folder for temporary files that others reach)");
          return;
        }
        const isSticky = mode === 0o1777;
        const environment = { XDG_RUNTIME_DIR: undefined, TMPDIR: shared };
        const victim = (uid: number) => {
          const place = at(`driveproof-${uid}`);
          const directory = path.join(root(), `of-${uid}`);
          mkdirSync(directory);
          chownSync(directory, uid, uid);
          return { place, directory, asUser: { as: { uid, program }, environment } };
        };
        const plants: [(place: string, directory: string) => void, string][] = [
          [(place) => plant.file(place), "is not a folder"],
          [(place) => plant.folder(place, 0o777), "belongs to another user"],
          [(place, directory) => plant.link(place, directory), "is not a folder"],
          [(place) => plant.pipe(place), "is not a folder"],
        ];
        // Each attack has its own user, so that all can run at once.
        await Promise.all(
          plants.map(async ([plantAt, words], index) => {
            const { place, directory, asUser } = victim(12_346 + index);
            plantAt(place, directory);
            const plug = ["--plug-test", "start", "--seconds", "1", "--path", directory];
            const end = await run(plug, asUser);
            expect(end.code, end.stderr).toBe(3);
            const inTheirPower = `other users may put something else in the place of ${place}`;
            expect(end.stderr).toContain(isSticky ? `${place} ${words}` : inTheirPower);
            expect(end.stderr).not.toContain("Another DriveProof");
            expect(readdirSync(directory)).toEqual([]);
          }),
        );
        const { place, directory, asUser } = victim(12_345);
        // The inspection completes with a warning that its lock is not safe.
        plant.folder(place, 0o777);
        const end = await run([...smoke, "--path", directory, "--json", "-"], asUser);
        expect(end.code, end.stderr).toBe(0);
        const codes = reportOf(end).warnings.map(({ code }) => code);
        expect(codes).toContain("lock-unavailable");
        rmSync(place, { recursive: true });
        // The lock is not safe in a folder that other users may rename, even if none does.
        const calm = await run([...smoke, "--path", directory, "--json", "-"], asUser);
        const isUnsure = reportOf(calm).warnings.some(({ code }) => code === "lock-unavailable");
        expect(isUnsure).toBe(!isSticky);
      },
      2 * patienceMs,
    );
  });

  it(
    "the command line, run by root, gets the run lock even if another user owns the lock's usual folder",
    async () => {
      chmodSync(shared, 0o1777);
      plant.folder(at("driveproof-0"), 0o777);
      for (const runtime of [shared, path.join(root(), "missing")]) {
        const environment = { XDG_RUNTIME_DIR: runtime, TMPDIR: shared };
        const end = await run([...smoke, "--path", root(), "--json", "-"], { environment });
        expect(end.code, end.stderr).toBe(0);
        expect(reportOf(end).warnings.map(({ code }) => code)).not.toContain("lock-unavailable");
      }
    },
    patienceMs,
  );

  it(
    "the command line, run by root, writes into the target of root's link and into a device, and keeps a .part file",
    async () => {
      chmodSync(shared, 0o1777);
      writeFileSync(at("r.json.part"), "mine");
      mkdirSync(at("reports"));
      symlinkSync("reports/r.json", at("r.json"));
      execFileSync("mknod", [at("null"), "c", "1", "3"]);
      const files = ["--json", at("r.json"), "--csv", at("null")];
      const end = await run([...smoke, "--path", root(), ...files]);
      expect(end.code, end.stderr).toBe(0);
      expect(JSON.parse(readFileSync(at("reports", "r.json"), "utf8"))).toBeTruthy();
      expect(lstatSync(at("r.json")).isSymbolicLink()).toBe(true);
      expect(lstatSync(at("null")).isCharacterDevice()).toBe(true);
      await run(["--path", at("none"), ...files]);
      expect(readFileSync(at("r.json.part"), "utf8")).toBe("mine");
      expect(existsSync(at("null"))).toBe(true);
      expect(readdirSync(shared).sort()).toEqual(["null", "r.json", "r.json.part", "reports"]);
    },
    patienceMs,
  );
});
