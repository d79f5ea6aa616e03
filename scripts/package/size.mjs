import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { bytesUnder } from "../setup/directory-size.mjs";

/** Limit, in bytes, of a package's part that is not Electron. */
export const ownBytesLimit = 15_000_000;

/**
 * @param {string} resources the folder of an unpacked app that holds app.asar
 * @returns {{ code: number, addon: number, licences: number, own: number }} bytes
 */
export function ownBytes(resources) {
  const code = statSync(path.join(resources, "app.asar")).size;
  const addon = bytesUnder(path.join(resources, "app.asar.unpacked"));
  const licences = bytesUnder(path.join(resources, "licences"));
  return { code, addon, licences, own: code + addon + licences };
}

/** @param {string} app */
export function resourcesOf(app) {
  const onMac = path.join(app, "DriveProof.app", "Contents", "Resources");
  return existsSync(onMac) ? onMac : path.join(app, "resources");
}
