import { connect, type Socket } from "node:net";

/**
 * Matches only a pipe name that the launcher DriveProof.com creates, never a server's pipe or
 * another system's socket.
 */
const stopPipe = /^\\\\\.\\pipe\\driveproof-stop-\d+$/;

/**
 * Calls `listener` for each Ctrl-C in a Windows terminal, which does not reach GUI programs:
 * instead, the launcher DriveProof.com (native/launcher/windows-console.c) sends one byte per
 * Ctrl-C. Losing the launcher also counts as a request to end. Does nothing without `pipe`, whose
 * name the launcher puts into the environment.
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
  // Without a connection no Ctrl-C arrives from the launcher: report that and let the command go
  // on.
  socket.on("error", ({ message }) =>
    console.error(`Ctrl-C of the terminal cannot be heard: ${message}`),
  );
  socket.on("connect", () => socket.on("close", listener));
  socket.on("data", (presses) => {
    for (const _ of presses) {
      listener();
    }
  });
  // Let the process exit while this pipe is open: only the running command keeps the process alive.
  socket.unref();
}
