import { Label, Radio, RadioGroup } from "react-aria-components";
import { newnessOf } from "#analysis/health/age";
import { conditionOf, severityOf } from "#analysis/health/condition";
import { type Health, type Purchase, purchases } from "#contract/health";
import type { CallValue } from "#contract/ipc-schema";
import type { Volume } from "#contract/volume";
import { healthTables } from "#tables/health";
import { computerName, fullDriveName } from "#text/drive-identity";
import { conditionNames, gapNames, healthText, newnessNames, purchaseNames } from "#text/health";
import type { Loaded } from "../../api/use-call";
import { Notice } from "../../ui/notice";
import { SeveritySymbol } from "../../ui/symbols";

interface DriveHealthProps {
  readonly volume: Volume;
  readonly answer: Loaded<CallValue<"driveHealth">>;
  readonly purchase: SaidPurchase;
  readonly onChange: (purchase: SaidPurchase) => void;
}

/** How and when the drive was bought, as typed; the month is empty if not given. */
export interface SaidPurchase {
  readonly how: Purchase | null;
  readonly month: string;
}

/** The chosen drive's own health report, before anything is measured. */
export function DriveHealth({ volume, answer, purchase, onChange }: DriveHealthProps) {
  const computer = answer.status === "ready" ? computerName(answer.value.computer) : null;
  const drive = fullDriveName(volume.drive);
  const health = answer.status === "ready" ? answer.value.health : null;
  if (health?.gap === "no-drive") {
    return null;
  }
  return (
    <section className="rows" aria-label={healthText.title()}>
      <h2 className="options-title">{healthText.title()}</h2>
      <p className="small quiet">
        {computer === null ? drive : healthText.computer({ drive, computer })}
      </p>
      {answer.status === "loading" ? <p className="quiet">{healthText.reading()}</p> : null}
      {health === null ? null : <Condition health={health} volume={volume} />}
      <PurchaseChoice purchase={purchase} onChange={onChange} />
    </section>
  );
}

/** "No fault" in words, for the drive's card; `null` for a problem, which has a separate notice. */
export function conditionTag(answer: DriveHealthProps["answer"]): string | null {
  const health = answer.status === "ready" ? answer.value.health : null;
  return health !== null && conditionOf(health).state === "well" ? healthText.noFault() : null;
}

/** A problem that the drive reports, shown before a person starts a long test of the drive. */
export function HealthWarning({ answer }: Pick<DriveHealthProps, "answer">) {
  const health = answer.status === "ready" ? answer.value.health : null;
  const state = health === null ? null : conditionOf(health).state;
  return state === "failing" || state === "care" ? (
    <Notice
      severity={severityOf[state]}
      // `alert`: the warning appears below the list of drives without an action of the person.
      role={state === "failing" ? "alert" : "status"}
      title={conditionNames[state]()}
    >
      <p>{healthText.copyFirst()}</p>
    </Notice>
  ) : null;
}

function Condition({ health, volume }: { health: Health; volume: Volume }) {
  const { state } = conditionOf(health);
  const newness = newnessOf(health, volume.drive.capacityBytes);
  const [table] = healthTables(health);
  const figures = table?.rows.map(({ name, cells: [value], absence }) => [
    name,
    value?.text ?? absence ?? "",
  ]);
  return (
    <>
      <p className={`strong line tone-${severityOf[state]}`}>
        <SeveritySymbol severity={severityOf[state]} size={20} />
        {conditionNames[state]()}
        {newness === "not-known" ? null : <span className="tag">{newnessNames[newness]()}</span>}
      </p>
      {health.gap === null ? null : <p className="small quiet">{gapNames[health.gap]()}</p>}
      {figures === undefined ? null : (
        <dl className="drive-figures">
          {figures.map(([name, value]) => (
            <div key={name}>
              <dt className="small quiet">{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {table?.notes?.map((note) => (
        <p key={note} className="small quiet">
          {note}
        </p>
      ))}
    </>
  );
}

type Said = Purchase | "unsaid";

function PurchaseChoice({ purchase, onChange }: Pick<DriveHealthProps, "purchase" | "onChange">) {
  return (
    <>
      <RadioGroup
        className="purchase line"
        orientation="horizontal"
        value={purchase.how ?? "unsaid"}
        onChange={(said) =>
          onChange({ ...purchase, how: said === "unsaid" ? null : (said as Purchase) })
        }
      >
        <Label className="small">{healthText.purchase()}</Label>
        <div className="purchase line">
          {([...purchases, "unsaid"] satisfies Said[]).map((said) => (
            <Radio key={said} value={said} className="purchase-choice">
              <span className="choice-dot" />
              {purchaseNames[said]()}
            </Radio>
          ))}
        </div>
      </RadioGroup>
      {purchase.how === "new" ? (
        <label className="line small">
          {healthText.purchasedIn()}
          <input
            type="month"
            value={purchase.month}
            max={new Date().toISOString().slice(0, 7)}
            onChange={(event) => onChange({ ...purchase, month: event.currentTarget.value })}
          />
          <span className="quiet">{healthText.purchasedInDetail()}</span>
        </label>
      ) : null}
    </>
  );
}
