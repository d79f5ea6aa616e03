import type { CutCell } from "#analysis/verdict/glance/speeds";
import { glanceText } from "#text/screens/verdict";

/** One cell per power cut. Hidden from screen readers, because the sentence above says the same. */
export function CutCells({ cuts }: { readonly cuts: readonly CutCell[] }) {
  return (
    <div className="strip-box" aria-hidden="true">
      <div className="cut-cells">
        {cuts.map(({ number, state }) => (
          <i key={number} className={`cut-${state}`} />
        ))}
      </div>
      {cuts.length > mostNamed ? null : (
        <div className="cut-cells cut-names quiet">
          {cuts.map(({ number, state }) => (
            <span key={number} className={state === "lost" ? "strip-named" : undefined}>
              {glanceText.cut({ number })}
            </span>
          ))}
        </div>
      )}
    </div>
  );
}

/** Labels are left out beyond this many cuts: more would touch each other. */
const mostNamed = 4;
