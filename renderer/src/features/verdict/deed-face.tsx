import type { ReactNode } from "react";
import type { Deed } from "#analysis/verdict/glance/deeds";
import { formatCount } from "#text/format";
import { tell } from "#text/statements";

export function DeedSymbol({ id }: { readonly id: Deed["id"] }) {
  return (
    <svg
      width="1.75rem"
      height="1.75rem"
      viewBox="0 0 28 28"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {drawings[id]}
    </svg>
  );
}

const drawings: Readonly<Record<Deed["id"], ReactNode>> = {
  files: (
    <path d="M3.5 8.5A2 2 0 0 1 5.5 6.5h5.5l2.5 3h9a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2h-17a2 2 0 0 1-2-2zM14 19v-6M11.2 15.6 14 12.8l2.8 2.8" />
  ),
  pdf: (
    <path d="M7 3.5h9.5L22 9v14a1.5 1.5 0 0 1-1.5 1.5H7A1.5 1.5 0 0 1 5.5 23V5A1.5 1.5 0 0 1 7 3.5zM16 3.8V9.5h5.7M9.8 17l2.8 2.8 5-5.5" />
  ),
  "plug-test": <path d="M10 3.5v6M18 3.5v6M6.5 9.5h15v3a7.5 7.5 0 0 1-15 0zM14 20v5" />,
  "inspect-again": <path d="M22.5 14a8.5 8.5 0 1 1-2.7-6.2M22.8 3.5v5h-5" />,
  "another-drive": (
    <path d="M4 8.5A2.5 2.5 0 0 1 6.5 6h15A2.5 2.5 0 0 1 24 8.5v11a2.5 2.5 0 0 1-2.5 2.5h-15A2.5 2.5 0 0 1 4 19.5zM4 15.5h20M19.5 18.8v.1" />
  ),
  earlier: <path d="M5.5 23V13.5h5V23zM17.5 23V6h5v17zM3 25h22" />,
};

export function DeedWords({ deed: { title, detail, number } }: { readonly deed: Deed }) {
  return (
    <span className="deed-words">
      <b>
        {number === null ? null : (
          <>
            <span className="deed-number">{formatCount(number)}</span>{" "}
          </>
        )}
        {tell(title)}
      </b>
      <span className="small quiet">{tell(detail)}</span>
    </span>
  );
}
