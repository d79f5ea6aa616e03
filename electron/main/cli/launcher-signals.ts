import { connect, type Socket } from "node:net";

/** Matches only a pipe of the launcher DriveProof.com, never a server's pipe or a socket. */
const stopPipe = /^\\\\\.\\pipe\\driveproof-stop-\d+$/;

/**
 * Calls `listener` for each Ctrl-C in a Windows terminal, which does not reach GUI programs: the
 * launcher DriveProof.com (native/launcher/windows-console.c) sends one byte for each. Losing the
 * launcher also counts as a request to end. `pipe` comes from the environment; only the launcher
 * sets it.
 */
export function onLauncherSignal(
  pipe: string | undefined,
  listener: () => void,
  open: (pipe: string) => Socket = connect,
): void {
  if (pipe === undefined || !stopPipe.test(pipe)) {
    return;
  }
  const socket = open(pipe);
  // Without the connection no Ctrl-C arrives; the command goes on all the same.
  socket.on("error", ({ message }) =>
    console.error(`Ctrl-C of the terminal cannot be heard: ${message}`),
  );
  socket.on("connect", () => socket.on("close", listener));
  socket.on("data", (presses) => {
    for (const _ of presses) {
      listener();
    }
  });
  // Only the running command keeps the process alive, not this pipe.
  socket.unref();
}
