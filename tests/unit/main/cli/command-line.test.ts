import { describe, expect, it } from "vitest";
import { planFor } from "#analysis/plan";
import { DriveFault, exitCodeOf } from "#contract/drive-error";
import { flushModesOf } from "#contract/flush-mode";
import { commitDatabases } from "#contract/workloads/commits";
import { usualWorkloads } from "#contract/workloads/index";
import { parseCommandLine } from "../../../../electron/main/cli/command-line";

const parse = (...argv: string[]) => parseCommandLine(argv, "/here", "linux");

describe("parseCommandLine()", () => {
  it("returns a quick inspection of the current folder if there are no arguments", () => {
    expect(parse()).toMatchObject({
      kind: "inspect",
      path: "/here",
      plan: {
        profile: "quick",
        tests: [...usualWorkloads],
        workloads: { "flush-modes": { modes: flushModesOf("linux") } },
      },
      allowNetwork: false,
      allowUnknownSpace: false,
      mayFillSystem: false,
      json: null,
      csv: null,
      pdf: null,
    });
  });

  it("returns the given folder, profile, tests, result files and permissions", () => {
    const options = parse(
      ..."--path d --profile smoke --tests flush --modes fsync,none --json - --csv c --pdf p --paper Letter --allow-network --allow-unknown-space --fill-system-drive".split(
        " ",
      ),
    );
    expect(options).toMatchObject({
      path: "d",
      plan: {
        profile: "smoke",
        tests: ["flush-modes"],
        workloads: { "flush-modes": { modes: ["fsync", "none"] } },
      },
      json: "-",
      csv: "c",
      pdf: "p",
      paper: "Letter",
      allowNetwork: true,
      allowUnknownSpace: true,
      mayFillSystem: true,
    });
  });

  const unused = (line: string) => {
    const options = parse(...line.split(" "));
    return options.kind === "inspect" ? options.withoutEffect : null;
  };

  it("returns a list of the options that have no effect on any of the chosen tests", () => {
    const every =
      "--capacity-bytes 1G --sustained-bytes 1G --pace 5 --modes none --no-append --direct-sweep --interval-modes fsync --engines mdbx";
    expect([...(unused(`--tests reading ${every}`) ?? [])].sort()).toEqual(
      [...(every.match(/--[a-z-]+/g) ?? [])].sort(),
    );
    expect(unused("--tests flush --capacity-bytes 1G --modes none")).toEqual(["--capacity-bytes"]);
    expect(unused("--engines mdbx --pace 5 --direct-sweep --interval-modes fsync")).toEqual([]);
    expect(unused("--tests sustained,capacity --sustained-bytes 1G --capacity-bytes 1G")).toEqual(
      [],
    );
    expect(unused("--tests reading")).toEqual([]);
    expect(unused("--tests flush --fill-system-drive")).toEqual(["--fill-system-drive"]);
    expect(unused("--tests flush,capacity --fill-system-drive")).toEqual([]);
  });

  const modes = flushModesOf("linux");
  const { maxBytes } = planFor("quick", "linux").workloads["sustained-write"];
  it.each([
    ["", "commits", { engines: [...commitDatabases] }],
    ["--tests commits --engines mdbx,append-log", "commits", { engines: ["mdbx", "append-log"] }],
    ["--modes fsync", "flush-modes", { modes: ["fsync"], append: { rounds: 3 } }],
    ["--no-append", "flush-modes", { modes, append: null }],
    ["", "buffer-sweep", { direct: false }],
    ["--direct-sweep", "buffer-sweep", { direct: true }],
    ["--profile standard", "buffer-sweep", { direct: true }],
    ["", "sync-interval", { modes: ["fdatasync"] }],
    // A sync call that is named twice counts once, in the order of the options.
    ["--interval-modes fsync,fdatasync,fsync", "sync-interval", { modes: ["fsync", "fdatasync"] }],
    ["", "flush-modes", { paceOperationsPerSecond: null }],
    ["--pace 12.5", "flush-modes", { paceOperationsPerSecond: 12.5 }],
    ["--tests sustained", "sustained-write", { maxBytes }],
    ["--sustained-bytes 20G", "sustained-write", { maxBytes: 20 * 1024 ** 3 }],
    ["--sustained-bytes 1m", "sustained-write", { maxBytes: 1024 ** 2 }],
    ["--sustained-bytes 3000000", "sustained-write", { maxBytes: 3e6 }],
  ])(
    'turns the options "%s" into a plan in which the workload %s has the values %j',
    (line, workload, wanted) => {
      const argv = line === "" ? [] : line.split(" ");
      expect(parse(...argv)).toMatchObject({ plan: { workloads: { [workload]: wanted } } });
    },
  );

  it("returns from --bought whether the drive was new or used and the month of purchase, or null for what is not given", () => {
    expect(parse()).toMatchObject({ purchase: null, purchasedIn: null });
    expect(parse("--bought", "new")).toMatchObject({ purchase: "new", purchasedIn: null });
    expect(parse("--bought", "new:2023-11")).toMatchObject({
      purchase: "new",
      purchasedIn: "2023-11",
    });
    expect(parse("--bought", "used:2020-01")).toMatchObject({ purchase: "used" });
    const thisMonth = new Date().toISOString().slice(0, 7);
    expect(parse("--bought", `new:${thisMonth}`)).toMatchObject({ purchasedIn: thisMonth });
  });

  it.each([
    ...["old", "", "new:", "new:2023", "new:2023-13", "new:2023-00", "new:1999-01", "new:2023-1"],
    ...["new:2023-11-02", "new:2023-11:", "new:2099-01", "new: 2023-11", ":2023-11", "NEW:2023-11"],
  ])("refuses %j as the value of --bought", (bought) => {
    expect(() => parse("--bought", bought)).toThrow(DriveFault);
  });

  it('returns the command "help" for --help and the command "version" for --version', () => {
    expect(parse("--help")).toEqual({ kind: "help" });
    expect(parse("--version")).toEqual({ kind: "version" });
  });

  it("accepts a value that begins with a dash after an equals sign, a lone dash, and a path written as ./-x", () => {
    expect(parse("--path=-x", "--json", "-")).toMatchObject({ path: "-x", json: "-" });
    expect(parse("--path", "./-x")).toMatchObject({ path: "./-x" });
  });

  it("accepts an option without a value, such as --no-serial, even if it is given twice", () => {
    expect(parse("--no-serial", "--no-serial")).toMatchObject({ withSerial: false });
  });

  it.each([
    [["--nonsense"], /nonsense/],
    [["--profile", "heroic"], /"heroic".*smoke, quick, standard, thorough/],
    [["--tests", "flush,dance"], /"dance"/],
    [["--modes", "fsink"], /"fsink"/],
    // o_dsync syncs with every write, so its interval cannot be chosen.
    [["--interval-modes", "o_dsync"], /"o_dsync".*fsync, fdatasync/],
    [["--interval-modes", "none"], /"none"/],
    [["--engines", "oracle"], /"oracle".*append-log, sqlite, mdbx/],
    [["--pace", "0"], /--pace.*"0"/],
    [["--pace", "fast"], /--pace.*"fast"/],
    [["--pace", "2000000"], /million/],
    [["--sustained-bytes", "1023K"], /at least 1M.*"1023K"/],
    [["--sustained-bytes", "20 GB"], /"20 GB"/],
    [["--sustained-bytes", "999999999999T"], /--sustained-bytes/],
    [["--pdf", "-"], /PDF/],
    [["--paper", "A4"], /add --pdf/],
    [["stray"], /stray/],
    [["--path"], /path/],
    // A script's empty variable makes an empty value, which must not mean the current folder.
    [["--path", ""], /--path needs a value/],
    [["--json="], /--json needs a value/],
    [["--path", "-x"], /--path needs a value.*If -x is the value, write it as --path=-x\./],
    [["--json", "--csv", "c"], /--json needs a value.*--json=--csv\./],
    [["--csv", "c", "--json"], /--json needs a value\. Try/],
    [["--path", "a", "--path", "b"], /--path is given more than once/],
    [["--path=a", "--path=a"], /--path is given more than once/],
    [["--tests", "flush", "--tests=reading"], /--tests is given more than once/],
  ])("refuses %j with an error message and exit code 2", (argv, sentence) => {
    let fault: unknown;
    try {
      parseCommandLine(argv, "/here", "linux");
    } catch (error) {
      fault = error;
    }
    expect(fault).toBeInstanceOf(DriveFault);
    const { code, message } = (fault as DriveFault).driveError;
    expect(exitCodeOf(code)).toBe(2);
    expect(message).toMatch(sentence);
    expect(message).toMatch(/--help\.$/);
  });
});
