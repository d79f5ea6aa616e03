import type { Standing } from "#analysis/verdict/glance/bands";
import type { Card } from "#analysis/verdict/glance/speeds";
import { glanceText } from "#text/screens/verdict";

/** A speed among drives of its kind or, if none are published, the time for a film. */
export function FigurePlace({ standing, ruler }: Pick<Card, "standing" | "ruler">) {
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

/** Ends of the logarithmic scale of times: 25 minutes and 0.6 seconds, the same for every drive. */
const slowestSeconds = 1500;
const fastestSeconds = 0.6;
const marks = [
  { seconds: 600, text: glanceText.tenMinutes },
  { seconds: 60, text: glanceText.oneMinute },
  { seconds: 10, text: glanceText.tenSeconds },
  { seconds: 1, text: glanceText.oneSecond },
];

function placeOf(seconds: number): string {
  const at = Math.log(slowestSeconds / seconds) / Math.log(slowestSeconds / fastestSeconds);
  return `${100 * Math.min(0.98, Math.max(0.02, at))}%`;
}

/** Time to copy a film or some photos at this rate. A screen reader has it from the sentence above. */
function Ruler({ ruler }: { readonly ruler: NonNullable<Card["ruler"]> }) {
  const place = placeOf(ruler.seconds);
  return (
    <div className="strip-box" aria-hidden="true">
      <p className="strip-like small quiet">
        {ruler.bytes >= 10e9 ? glanceText.timeForFilm() : glanceText.timeForPhotos()}
      </p>
      <div className="ruler">
        <i style={{ width: place }} />
        {marks.map(({ seconds }) => (
          <s key={seconds} style={{ left: placeOf(seconds) }} />
        ))}
        <b style={{ left: place }} />
      </div>
      <div className="ruler-scale quiet">
        {marks.map(({ seconds, text }) => (
          <span key={seconds} style={{ left: placeOf(seconds) }}>
            {text()}
          </span>
        ))}
      </div>
    </div>
  );
}
