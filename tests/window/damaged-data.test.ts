import { execFileSync, spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { electronFor } from "../helpers/electron-runtime";
import { folderOfEach } from "../helpers/folders";
import { openRealApp, type RealApp, startSmoke } from "../helpers/real-app";
import { sampleReport } from "../helpers/sample-report";
import { skipFor } from "../helpers/skipped";

/** The whole program with a data folder that is damaged or missing. */

const isRoot = process.getuid?.() === 0;
const root = folderOfEach();
let data: string;
let inspected: string;
let mounted: string[];
beforeEach(() => {
  data = path.join(root(), "data");
  inspected = path.join(root(), "inspected");
  mkdirSync(inspected);
  mounted = [];
});
afterEach(() => {
  for (const folder of mounted) {
    execFileSync("umount", [folder]);
  }
});

/** Runs the shortest inspection to its end; `kept` tells whether the program saved the report. */
async function inspect(real: RealApp): Promise<{ runId: string; kept: boolean }> {
  await real.answerFolderDialog(inspected);
  await real.app.evaluate((_electron, own) => {
    process.env.XDG_RUNTIME_DIR = own;
  }, root());
  const kept = real.page.evaluate(
    () =>
      new Promise<{ runId: string; kept: boolean }>((resolve) => {
        window.driveproof.on.inspectionKept((payloadJson) => resolve(JSON.parse(payloadJson)));
      }),
  );
  await startSmoke(real.page, { tests: ["chunked-writes"] });
  return kept;
}

const goOn = { answer: "Go on without a history" };

/**
 * Pairs of an object that stands in place of the data folder and a function that makes it; the
 * function returns why it cannot make the object, or null.
 */
const places: readonly (readonly [string, () => string | null])[] = [
  [
    "a file",
    () => {
      writeFileSync(data, "precious");
      return null;
    },
  ],
  [
    "a folder on a drive that can only be read",
    () => mount(["-t", "tmpfs", "-o", "ro", "none", data]),
  ],
  [
    "a folder on a full drive",
    () => {
      const reason = mount(["-t", "tmpfs", "-o", "size=64k", "none", data]);
      if (reason === null) {
        writeFileSync(path.join(data, "full"), Buffer.alloc(64 * 1024));
      }
      return reason;
    },
  ],
];

function mount(args: readonly string[]): string | null {
  if (!isRoot || process.platform !== "linux") {
    return "only root mounts a drive";
  }
  mkdirSync(data);
  execFileSync("mount", [...args]);
  mounted.push(data);
  return null;
}

describe.skipIf(process.platform === "win32")("the program with an unwritable data folder", () => {
  it.for(places)(
    "asks, shows a notice and still inspects, but keeps no report, if the data folder is %s",
    async ([, make], context) => {
      const problem = make();
      skipFor(context.skip, problem);
      const real = await openRealApp({ data, computer: goOn });
      try {
        await real.page.getByText("Reports are not kept at the moment").waitFor();
        expect(await real.page.locator(".notice").first().textContent()).toContain(data);
        const asked = await real.app.evaluate(
          () => (globalThis as unknown as { asked: string[] }).asked,
        );
        expect(asked).toHaveLength(1);
        expect(asked[0]).toContain("cannot keep anything on this computer");
        expect(asked[0]).toContain(data);
        const { runId, kept } = await inspect(real);
        expect(kept).toBe(false);
        const opened = await real.page.evaluate((id) => window.driveproof.openReport(id), runId);
        expect(opened).toMatchObject({ ok: true, value: { runId, error: null } });
      } finally {
        await real.close();
      }
    },
  );

  it("ends with a message and exit code 1 if the person chooses to close it", async () => {
    writeFileSync(data, "precious");
    const electron = await electronFor(path.join(__dirname, "../helpers/fake-computer"));
    const child = spawn(electron.executable, [...electron.args, `--user-data-dir=${data}`], {
      env: {
        ...process.env,
        DRIVEPROOF_FAKE_COMPUTER: JSON.stringify({
          answer: "Close",
          program: path.resolve(__dirname, "../../out/main/index.cjs"),
        }),
      },
    });
    let said = "";
    child.stderr.on("data", (piece: Buffer) => {
      said += piece.toString();
    });
    const code = await new Promise((resolve) => child.on("exit", resolve));
    await electron.remove();
    expect(code).toBe(1);
    expect(said).toContain("DriveProof cannot keep anything on this computer");
    expect(said).toContain(data);
    expect(readFileSync(data, "utf8")).toBe("precious");
  });
});

describe.skipIf(process.platform === "win32")("the program with damaged data files", () => {
  const id = (number: number) => `aaaaaaaa-0000-4000-8000-00000000000${number}`;

  function damageEverything(): void {
    const history = path.join(data, "inspections");
    mkdirSync(history, { recursive: true });
    for (const number of [1, 2]) {
      const report = { ...sampleReport(), runId: id(number) };
      writeFileSync(path.join(history, `${id(number)}.json`), JSON.stringify(report));
    }
    writeFileSync(path.join(history, `${id(3)}.json`), "{");
    mkdirSync(path.join(history, "x.json"));
    symlinkSync("loop.json", path.join(history, "loop.json"));
    execFileSync("mkfifo", [path.join(history, "pipe.json")]);
    writeFileSync(path.join(history, `${id(4)}.json`), "");
    truncateSync(path.join(history, `${id(4)}.json`), 600 * 1024 ** 2);
    mkdirSync(path.join(data, "plug-test.json"));
    execFileSync("mkfifo", [path.join(data, "unfinished-inspections.json")]);
    // Files and folders that Electron itself keeps in the data folder.
    mkdirSync(path.join(data, "SingletonLock"));
    mkdirSync(path.join(data, "Preferences"));
    mkdirSync(path.join(data, "Local State"));
    writeFileSync(path.join(data, "Cache"), "");
    writeFileSync(path.join(data, "Session Storage"), "");
  }

  it("names the damaged files, removes one on request, shows the good reports, and can still inspect", async () => {
    damageEverything();
    const real = await openRealApp({ data });
    try {
      const { page } = real;
      await page.getByText("The notes of a plug test could not be read").waitFor();
      await page.getByText("The notes of unfinished inspections could not be read").waitFor();
      await page.getByText("A second window would not be noticed").waitFor();
      const aside = readdirSync(data).filter((name) => name.includes(".unreadable-"));
      expect(aside).toHaveLength(2);
      for (const name of aside) {
        await expect.poll(() => page.getByText(path.join(data, name)).count()).toBe(1);
      }
      await page.getByRole("button", { name: "Earlier inspections" }).click();
      await page.getByText("5 entries among your reports could not be read").waitFor();
      await expect.poll(() => page.getByRole("button", { name: /^Open/ }).count()).toBe(2);
      for (const name of ["x.json", "loop.json", "pipe.json", `${id(3)}.json`, `${id(4)}.json`]) {
        await expect
          .poll(() => page.getByText(path.join(data, "inspections", name)).count())
          .toBe(1);
      }
      // The page offers to remove only the two files that are named like reports of DriveProof.
      await expect.poll(() => page.getByRole("button", { name: /^Remove/ }).count()).toBe(2);
      await page.getByRole("button", { name: `Remove ${id(3)}.json` }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
      await page.getByText("4 entries among your reports could not be read").waitFor();
      expect(existsSync(path.join(data, "inspections", `${id(3)}.json`))).toBe(false);
      expect(existsSync(path.join(data, "inspections", "x.json"))).toBe(true);

      const { kept } = await inspect(real);
      expect(kept).toBe(true);
      const listed = await page.evaluate(() => window.driveproof.listHistory());
      expect(listed).toMatchObject({ ok: true, value: { problem: null } });
      expect(listed.ok && listed.value.entries).toHaveLength(3);
    } finally {
      await real.close();
    }
  });
});

describe.skipIf(process.platform === "win32")("the command line", () => {
  const options = () => [
    ...["--path", inspected, "--profile", "smoke", "--tests", "chunked", "--json", "-"],
  ];
  const reportOf = (text: string) => JSON.parse(text) as { error: unknown; warnings: unknown[] };

  it("inspects although it cannot create a data folder (plain Node)", async () => {
    writeFileSync(data, "precious");
    const program = path.resolve(__dirname, "../../out/main/inspect-cli.cjs");
    const { code, said } = await run(process.execPath, [program, ...options()], {
      HOME: data,
      XDG_CONFIG_HOME: data,
    });
    expect(code).toBe(0);
    expect(reportOf(said).error).toBeNull();
    expect(readFileSync(data, "utf8")).toBe("precious");
  });

  it("inspects although it cannot create a data folder (Electron with --inspect)", async () => {
    writeFileSync(data, "precious");
    const electron = await electronFor(path.resolve(__dirname, "../.."));
    const { code, said } = await run(electron.executable, [
      ...[...electron.args, `--user-data-dir=${data}`, "--inspect"],
      ...options(),
    ]);
    await electron.remove();
    expect(code).toBe(0);
    expect(reportOf(said).error).toBeNull();
    expect(readFileSync(data, "utf8")).toBe("precious");
  });

  async function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
    const child = spawn(program, [...args], {
      stdio: ["ignore", "pipe", "inherit"],
      env: { ...process.env, XDG_RUNTIME_DIR: root(), ...env },
    });
    let said = "";
    child.stdout.on("data", (piece: Buffer) => {
      said += piece.toString();
    });
    const code = await new Promise((resolve) => child.on("close", resolve));
    return { code, said };
  }
});
