import type { ReactNode } from "react";
import type { DriveKind } from "../../../../electron/contract/volume";

/** A picture of the drive's kind. The kind stands beside it as a word. */
export function VolumeIcon({ kind }: { kind: DriveKind }) {
  return (
    <svg
      className="volume-icon"
      width="2.5rem"
      height="2.5rem"
      viewBox="0 0 40 40"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {pictures[kind]}
    </svg>
  );
}

const pictures: Readonly<Record<DriveKind, ReactNode>> = {
  // A long circuit board with chips, its contacts and the half-round hole of the screw.
  nvme: (
    <>
      <path d="M3 13h34v5a2.5 2.5 0 0 0 0 5v4H3v-5h2v-3H3z" />
      <rect x="9" y="17" width="6" height="6" rx="0.75" />
      <rect x="18.5" y="16.5" width="11" height="7" rx="0.75" />
    </>
  ),
  "sata-ssd": (
    <>
      <rect x="6" y="8" width="28" height="24" rx="2.5" />
      <path d="M11 32v-3.5h9V32M23.5 32v-3.5H29V32" />
      <path d="M12 15h16M12 19.5h9" />
    </>
  ),
  "hard-disk": (
    <>
      <rect x="8" y="4" width="24" height="32" rx="2.5" />
      <circle cx="20" cy="16" r="8.5" />
      <circle cx="20" cy="16" r="2" />
      <path d="M27.5 31l-6-10.5" />
      <circle cx="27.5" cy="31" r="1" />
    </>
  ),
  usb: (
    <>
      <rect x="4" y="14" width="22" height="12" rx="2.5" />
      <path d="M26 16h10v8H26M30 19v.1M30 21v.1" />
      <path d="M9 20h6" />
    </>
  ),
  "memory-card": (
    <>
      <path d="M10 5h14l7 7v21a2 2 0 0 1-2 2H10a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2z" />
      <path d="M13 9.5v5M17.5 9.5v5M22 9.5v5" />
    </>
  ),
  virtual: (
    <>
      <rect x="5" y="8" width="30" height="24" rx="3" strokeDasharray="4 3.2" />
      <path d="M13 20h14M13 25h9M13 15h14" />
    </>
  ),
  memory: (
    <>
      <rect x="4" y="12" width="32" height="14" rx="1.5" />
      <path d="M8 26v3M14 26v3M20 26v3M26 26v3M32 26v3" />
      <rect x="9" y="16" width="6" height="6" />
      <rect x="24.5" y="16" width="6" height="6" />
    </>
  ),
  network: (
    <>
      <rect x="14" y="5" width="12" height="9" rx="1.5" />
      <rect x="4" y="26" width="12" height="9" rx="1.5" />
      <rect x="24" y="26" width="12" height="9" rx="1.5" />
      <path d="M20 14v6M10 26v-6h20v6" />
    </>
  ),
  unknown: (
    <>
      <rect x="6" y="9" width="28" height="22" rx="2.5" />
      <path d="M17 17.5a3 3 0 1 1 4.2 2.8c-.8.4-1.2.9-1.2 1.7M20 25.5v.1" />
    </>
  ),
};
