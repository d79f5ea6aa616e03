import type { Standing } from "#analysis/verdict/glance/bands";
import type { Card } from "#analysis/verdict/glance/speeds";
import { glanceText } from "#text/screens/verdict";
import { Ruler } from "./ruler";

interface FigurePlaceProps {
  readonly place: Pick<Card, "standing" | "ruler">;
}

/** The place of a figure among drives of its kind or else on a ruler; nothing without either. */
export function FigurePlace({ place: { standing, ruler } }: FigurePlaceProps) {
  if (standing !== null) {
    return <Strip standing={standing} />;
  }
  return ruler === null ? null : <Ruler ruler={ruler} />;
}

const thirds = ["slow", "normal", "fast"] as const;

/** Slow, normal or fast among drives of its kind: three thirds and a needle. */
function Strip({ standing: { third, at } }: { readonly standing: Standing }) {
  return (
    <div className="strip-box">
      <p className="strip-like small quiet">{glanceText.amongItsKind()}</p>
      <div className={`strip strip-${third}`} role="img" aria-label={glanceText[third]()}>
        {thirds.map((name) => (
          <i key={name} className={name === third ? "strip-on" : undefined} />
        ))}
        <span className="strip-needle" style={{ left: `${100 * at}%` }} />
      </div>
      <div className="strip-scale quiet" aria-hidden="true">
        {thirds.map((name) => (
          <span key={name} className={name === third ? "strip-named" : undefined}>
            {glanceText[name]()}
          </span>
        ))}
      </div>
    </div>
  );
}
