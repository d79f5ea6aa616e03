import { type Band, bandSources } from "#analysis/verdict/glance/bands";
import { glanceOf } from "#analysis/verdict/glance/glance";
import type { Report } from "#contract/report";
import { methodText } from "#text/document";
import { formatBytesPerSecond } from "#text/format";
import { RichText } from "../ui/rich-text";
import { homeOf, measuredWorkloads } from "../workloads";
import { PowerCutMethod } from "./power-cut-section";

/** How the figures were measured, from the plan that was carried out. */
export function Method({ report }: { report: Report }) {
  const tests = measuredWorkloads(report);
  const standings = glanceOf(report).cards.flatMap(({ standing }) => standing ?? []);
  return (
    <section className="method rows small">
      <h2>{methodText.title()}</h2>
      {tests.map((id) => {
        const home = homeOf(id);
        return (
          <p key={id}>
            <strong>{methodText.workload({ workload: home.name() })}</strong>{" "}
            <RichText
              text={home
                .methodSentences(report)
                .filter((sentence) => sentence !== null)
                .flatMap((sentence, place) => (place === 0 ? sentence : [" ", ...sentence]))}
              tags={{ call: (call) => <span className="mono">{call}</span> }}
            />
          </p>
        );
      })}
      {standings.map(({ band }) => (
        <BandSources key={band.id} band={band} />
      ))}
      {report.powerCut === null ? null : <PowerCutMethod />}
      {tests.length === 0 ? null : <p>{methodText.times()}</p>}
    </section>
  );
}

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
