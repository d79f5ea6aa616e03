import { unlink } from "node:fs/promises";
import { connect, createServer, type Server } from "node:net";
import { tmpdir, userInfo } from "node:os";
import path from "node:path";
import { DriveFault, driveError } from "../contract/drive-error";

export type ReleaseLock = () => void;

/**
 * Lets one inspection at a time run per user, across windows and command lines: two at once would
 * measure each other. The lock is a local socket that nobody talks to (a named pipe on Windows),
 * because the system takes it back whatever ends the program.
 * Throws a `DriveFault` with `already-running`.
 */
export async function acquireRunLock(address = defaultAddress()): Promise<ReleaseLock> {
  const server = (await tryListen(address)) ?? (await retryIfStale(address));
  if (!server) {
    throw new DriveFault(
      driveError(
        "already-running",
        "Another DriveProof inspection is running on this computer. Two at once would measure each other; wait for it to end or stop it.",
      ),
    );
  }
  server.unref();
  return () => server.close();
}

function defaultAddress(): string {
  if (process.platform === "win32") {
    return `\\\\.\\pipe\\driveproof-${userInfo().username}`;
  }
  const folder = process.env.XDG_RUNTIME_DIR ?? tmpdir();
  // Not userInfo(), which throws where the system has no entry for the user, as in containers.
  return path.join(folder, `driveproof-${process.getuid?.()}.lock`);
}

/** `null` when the address is taken. */
function tryListen(address: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE" || error.code === "EACCES") {
        resolve(null);
      } else {
        reject(error);
      }
    });
    server.listen(address, () => resolve(server));
  });
}

/** A socket file whose owner was killed refuses connections: it may be replaced. */
async function retryIfStale(address: string): Promise<Server | null> {
  if (process.platform === "win32" || (await isAnswering(address))) {
    return null;
  }
  await unlink(address).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") {
      throw error;
    }
  });
  return tryListen(address);
}

function isAnswering(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", (error: NodeJS.ErrnoException) => {
      resolve(error.code !== "ECONNREFUSED" && error.code !== "ENOENT");
    });
  });
}
