import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { folderOfEach, makeTestDirectory } from "../helpers/folders";
import { until } from "../helpers/native-engine";

// The folder of the launcher contains the program of tests/windows/cpp/launched.c in place of
// DriveProof.exe.
const launcher = process.env.DRIVEPROOF_LAUNCHER ?? "";

const directory = folderOfEach(makeTestDirectory);

/**
 * Runs the launcher with files as its streams, since Wine does not support the pipes that Node.js
 * makes.
 */
function launched(args: readonly string[], input = "") {
  const [read, written, errors] = ["in", "out", "err"].map((name) => join(directory(), name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(read, input);
  const streams = [openSync(read, "r"), openSync(written, "w"), openSync(errors, "w")];
  const { status } = spawnSync(launcher, args, { stdio: streams as [number, number, number] });
  for (const stream of streams) {
    closeSync(stream);
  }
  return { status, output: readFileSync(written, "utf8"), errors: readFileSync(errors, "utf8") };
}

describe("DriveProof.com", () => {
  it("waits for the program and ends with its exit code", () => {
    expect(launched(["--inspect", "echo"]).status).toBe(4);
  });

  it("passes its standard input to the program and prints the program's output", () => {
    const long = "wörtlich\r\n".repeat(20_000);
    expect(launched(["--inspect", "echo"], long).output).toBe(long);
  });

  it("starts DriveProof.exe in the launcher's folder with the arguments as typed", () => {
    const args = ["--inspect", "echo", "--path", "D:\\my drive\\", 'a "quoted" word', "ü", ""];
    const called = launched(args).errors;
    expect(called).toContain(join(dirname(launcher), "DriveProof.exe"));
    const typed = '--inspect echo --path "D:\\my drive\\\\" "a \\"quoted\\" word" ü ""';
    expect(called.endsWith(typed)).toBe(true);
  });

  it("does not wait for a program that opens its window", () => {
    // If the launcher waited, it would end with 77, the exit code of the program.
    for (const args of [["--inspecting"], []]) {
      expect(spawnSync(launcher, args, { stdio: "ignore" }).status).toBe(0);
    }
  });

  it("lets the program notice that its launcher was killed", async () => {
    const file = join(directory(), "told");
    const child: ChildProcess = spawn(launcher, ["--inspect", "wait", file], { stdio: "ignore" });
    await until("the program listens", () => existsSync(file) && readFileSync(file).length > 0);
    expect(readFileSync(file, "utf8")).toBe("waits");
    child.kill();
    await until("the program has heard", () => readFileSync(file, "utf8") !== "waits");
    expect(readFileSync(file, "utf8")).toBe("waits, alone");
  });

  it("passes Ctrl-Break on to the program and waits for the program to end", () => {
    const file = join(directory(), "told");
    const program = join(dirname(launcher), "DriveProof.exe");
    const { status } = spawnSync(program, ["--press", launcher, file], { stdio: "ignore" });
    expect(readFileSync(file, "utf8")).toBe("waits, asked");
    expect(status).toBe(130);
  });
});
