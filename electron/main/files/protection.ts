import { errorCode } from "./error-code";

/**
 * Whether the privacy settings of macOS keep this program from a place: they answer EPERM, where an
 * account without the right gets EACCES.
 */
export function isPrivacyRefusal(error: unknown, platform: NodeJS.Platform): boolean {
  return platform === "darwin" && errorCode(error) === "EPERM";
}
