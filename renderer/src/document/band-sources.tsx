import { type Band, bandSources } from "#analysis/verdict/glance/bands";
import { methodText } from "#text/document";
import { formatBytesPerSecond } from "#text/format";

/** Names the source of the limits for "slow", "normal" and "fast". */
export function BandSources({ band }: { readonly band: Band }) {
  const { slowBelow, fastAbove, sources } = band;
  return (
    <div>
      <p>
        <strong>{methodText.bands()}</strong>{" "}
        {methodText.bandLimits({
          slow: formatBytesPerSecond(slowBelow),
          fast: formatBytesPerSecond(fastAbove),
        })}
      </p>
      <ul className="advice">
        {bandSources
          .filter(({ id }) => sources.includes(id))
          .map(({ id, publisher, title, year, address }) => (
            <li key={id} translate="no">
              {[publisher, title, year, ...address].filter((part) => part !== null).join(", ")}
            </li>
          ))}
      </ul>
    </div>
  );
}
