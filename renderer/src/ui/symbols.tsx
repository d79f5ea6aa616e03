import type { Finding } from "#contract/verdict";

export type Severity = Finding["severity"];

interface SeverityProps {
  readonly severity: Severity;
  readonly size?: number;
  /** What a screen reader says for the symbol, unless a word beside it says the same. */
  readonly name?: string | undefined;
}

/** Symbols that differ in shape, not in colour alone. */
export function SeveritySymbol({ severity, size = 20, name }: SeverityProps) {
  return (
    <svg
      className="symbol"
      width={`${size / 16}rem`}
      height={`${size / 16}rem`}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      role={name === undefined ? undefined : "img"}
      aria-label={name}
      aria-hidden={name === undefined}
    >
      {shapes[severity]}
    </svg>
  );
}

const shapes: Readonly<Record<Severity, React.ReactNode>> = {
  good: (
    <>
      <circle cx="10" cy="10" r="8" />
      <path d="M6.5 10.3l2.4 2.4 4.6-5.2" />
    </>
  ),
  info: (
    <>
      <circle cx="10" cy="10" r="8" strokeDasharray="2.6 2.43" />
      <path d="M10 9.3v4.2M10 6.5v.1" />
    </>
  ),
  caution: (
    <>
      <path d="M10 2.6l8 14H2z" />
      <path d="M10 8v4M10 14.2v.1" />
    </>
  ),
  bad: (
    <>
      <path d="M6.7 2h6.6L18 6.7v6.6L13.3 18H6.7L2 13.3V6.7z" />
      <path d="M7.2 7.2l5.6 5.6M12.8 7.2l-5.6 5.6" />
    </>
  ),
};

function Line({ d, size = 16 }: { d: string; size?: number }) {
  return (
    <svg
      width={`${size / 16}rem`}
      height={`${size / 16}rem`}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={d} />
    </svg>
  );
}

export const CheckSymbol = () => <Line d="M3.5 8.5l3 3 6-7" />;
export const ChevronSymbol = () => <Line d="M4 6l4 4 4-4" />;
export const FolderSymbol = () => (
  <Line size={20} d="M1.5 4.5v8h13v-7h-7l-1.5-2h-4a.5.5 0 0 0-.5.5z" />
);
