import { connect, createServer, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { onLauncherSignal } from "../../../../electron/main/cli/launcher-signals";
import { eventually } from "../../../helpers/eventually";
import { folderOfEach } from "../../../helpers/folders";

const name = "\\\\.\\pipe\\driveproof-stop-4711";

/** Imitates the launcher's pipe of Windows by a socket. */
const folder = folderOfEach();
let launcher: { readonly place: string; readonly ends: Socket[]; readonly close: () => void };

beforeEach(async () => {
  const place =
    process.platform === "win32"
      ? `\\\\.\\pipe\\driveproof-test-${process.pid}`
      : `${folder()}/stop`;
  const ends: Socket[] = [];
  const server = createServer((end) => ends.push(end));
  await new Promise<void>((listening) => server.listen(place, listening));
  launcher = { place, ends, close: () => server.close() };
});

afterEach(() => {
  for (const end of launcher.ends) {
    end.destroy();
  }
  launcher.close();
});

async function connected(listener: () => void): Promise<Socket> {
  onLauncherSignal(name, listener, () => connect(launcher.place));
  await eventually(() => expect(launcher.ends).toHaveLength(1));
  return launcher.ends[0] as Socket;
}

describe("onLauncherSignal(), for the pipe of the Windows console launcher,", () => {
  it("calls the listener once for each byte that arrives", async () => {
    const listener = vi.fn();
    const end = await connected(listener);
    end.write("c");
    await eventually(() => expect(listener).toHaveBeenCalledTimes(1));
    end.write("cc");
    await eventually(() => expect(listener).toHaveBeenCalledTimes(3));
  });

  it("calls the listener when the launcher closes the pipe", async () => {
    const listener = vi.fn();
    const end = await connected(listener);
    expect(listener).not.toHaveBeenCalled();
    end.destroy();
    await eventually(() => expect(listener).toHaveBeenCalledTimes(1));
  });

  it("reports that the launcher cannot be reached, and does not call the listener", async () => {
    const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const listener = vi.fn();
    onLauncherSignal(name, listener, () => connect(`${launcher.place}-gone`));
    await eventually(() => expect(said).toHaveBeenCalledOnce());
    said.mockRestore();
    expect(listener).not.toHaveBeenCalled();
  });

  it.each([
    ["no name", undefined],
    ["the name of a pipe on a server", "\\\\server\\pipe\\driveproof-stop-1"],
    ["the name of another program's pipe", "\\\\.\\pipe\\other"],
    ["the path of a socket", "/run/other.sock"],
    ["the name of a pipe below the launcher's pipe", `${name}\\more`],
  ])("opens no connection if it is given %s", (_, pipe) => {
    const open = vi.fn();
    onLauncherSignal(pipe, () => undefined, open);
    expect(open).not.toHaveBeenCalled();
  });
});
