import { useState } from "react";
import { markOf } from "#analysis/drive-identity";
import { isCutAtOnce, isPulledOut } from "#analysis/facts/thing";
import { optionsOf, planFor, withChanges } from "#analysis/plan";
import type { OperatingSystem } from "#contract/flush-mode";
import { isPurchaseMonth } from "#contract/health";
import type { PlanChanges } from "#contract/plan-options";
import type { Volume } from "#contract/volume";
import { usualWorkloads, type WorkloadId, workloadIds } from "#contract/workloads/index";
import { computerName } from "#text/drive-identity";
import { purchaseNames } from "#text/health";
import { consentText, driveText, workloadChoiceText } from "#text/screens/drive";
import { frameText } from "#text/screens/frame";
import { useAction } from "../../api/use-action";
import { useCall } from "../../api/use-call";
import { ActionButton } from "../../ui/action-button";
import { ErrorNotice, Notice } from "../../ui/notice";
import { ActionBar, ScreenTitle } from "../../ui/screen";
import { FolderSymbol } from "../../ui/symbols";
import { Tick } from "../../ui/tick";
import { DataNotices } from "../data-notices";
import type { StartedRun } from "../started-run";
import { conditionTag, DriveHealth, HealthWarning, type SaidPurchase } from "./drive-health";
import { lackingBytes, type OfferedProfile, ProfileChoice } from "./profile-choice";
import { isSelectable, shownVolumes, toAgreeTo } from "./shown-volumes";
import { Summary } from "./start-summary";
import { useDriveHealth } from "./use-drive-health";
import { VolumeList } from "./volume-list";
import { MoreOptions, WorkloadChoice, WorkloadOptions } from "./workload-choice";

interface DriveScreenProps {
  readonly os: OperatingSystem;
  readonly onStarted: (run: StartedRun) => void;
  readonly onPowerCutTest: (volume: Volume) => void;
}

export function DriveScreen({ os, onStarted, onPowerCutTest }: DriveScreenProps) {
  const [volumes, reload, changeVolumes] = useCall("listVolumes");
  const [wantedId, setWantedId] = useState<string | null>(null);
  const [profile, setProfile] = useState<OfferedProfile>("standard");
  const [tests, setTests] = useState<readonly WorkloadId[]>(usualWorkloads);
  // Only the options that the person changed; all others follow the profile.
  const [changes, setChanges] = useState<PlanChanges>({});
  // Agreement to put load on one network drive does not cover another.
  const [agreedTo, setAgreedTo] = useState<string | null>(null);
  // Purchase data of one drive; it does not apply to another.
  const [said, setSaid] = useState<{ readonly of: string; readonly purchase: SaidPurchase }>();
  const [starting, setStarting] = useState(false);
  const { error, ask } = useAction();

  const list = shownVolumes(volumes.status === "ready" ? volumes.value : []);
  const selected = choice(list, wantedId);
  const selectedId = selected?.id ?? null;
  const mark = selected && markOf(selected);
  const health = useDriveHealth(selected);
  const computer = computerName(health.status === "ready" ? health.value.computer : null);
  const needsConsent = selected && toAgreeTo(selected);
  const purchase = (said?.of === mark && said?.purchase) || unsaid;
  const consent = mark !== null && agreedTo === mark;
  const planOf = (wanted: OfferedProfile) => withChanges(planFor(wanted, os, tests), changes);
  const plan = planOf(profile);
  const lacking = lackingBytes(plan, selected);
  const ready = selected !== null && lacking === null && (!needsConsent || consent);

  async function chooseFolder() {
    const result = await ask("chooseFolder");
    const chosen = result.ok ? result.value : null;
    if (chosen !== null) {
      // Adds the folder to the list now; main's list includes it later.
      changeVolumes((known = []) => [...known.filter(({ id }) => id !== chosen.id), chosen]);
      setWantedId(chosen.id);
    }
  }

  async function start() {
    if (selected === null) {
      return;
    }
    setStarting(true);
    const result = await ask("startInspection", {
      volumeId: selected.id,
      profile,
      tests: [...tests],
      changes,
      allowNetwork: needsConsent === "network-mount" && consent,
      ...purchaseOf(purchase),
      ...(needsConsent === "space-unknown" ? { allowUnknownSpace: consent } : {}),
    });
    setStarting(false);
    if (result.ok) {
      onStarted({ runId: result.value.runId, volumeId: selected.id });
    }
  }

  return (
    <>
      <div className="page drive-screen rows loose">
        <ScreenTitle windowTitle={frameText.chooseDrive()}>{driveText.title()}</ScreenTitle>
        <DataNotices />
        {volumes.status === "loading" ? <p className="quiet">{driveText.looking()}</p> : null}
        {volumes.status === "failed" ? (
          <ErrorNotice error={volumes.error} title={driveText.listNotRead()}>
            <p className="row-of-buttons">
              <ActionButton onPress={reload}>{frameText.tryAgain()}</ActionButton>
            </p>
          </ErrorNotice>
        ) : null}
        {volumes.status === "ready" && list.length === 0 ? (
          <Notice severity="info" title={driveText.none()}>
            <p>{driveText.noneDetail()}</p>
          </Notice>
        ) : null}
        {list.length === 0 ? null : (
          <VolumeList
            {...{ selectedId, computer }}
            volumes={list}
            condition={conditionTag(health)}
            onSelect={setWantedId}
          />
        )}
        <div className="choose-folder line">
          <ActionButton look="plain" onPress={chooseFolder}>
            <FolderSymbol />
            {driveText.chooseFolder()}
          </ActionButton>
          <span className="small quiet">{driveText.chooseFolderDetail()}</span>
        </div>
        <HealthWarning answer={health} />
        <ProfileChoice
          value={profile}
          onChange={setProfile}
          planOf={planOf}
          volume={selected}
          os={os}
        />
        <MoreOptions summary={summaryOf(tests, purchase, Object.keys(changes).length > 0)}>
          <WorkloadChoice value={tests} onChange={setTests} plan={plan} />
          {selected === null || mark === null ? null : (
            <DriveHealth
              key={mark}
              volume={selected}
              answer={health}
              purchase={purchase}
              onChange={(chosen) => setSaid({ of: mark, purchase: chosen })}
            />
          )}
          <WorkloadOptions
            value={optionsOf(plan)}
            onChange={(change) => setChanges({ ...changes, ...change })}
            {...{ tests, os }}
          />
        </MoreOptions>
      </div>
      <ActionBar>
        <div className="action-words">
          {/* A separate alert: inside the live region below an error would be read out twice. */}
          <ErrorNotice error={error} title={frameText.inspectionNotStarted()} />
          <div aria-live="polite">
            <Summary {...{ selected, lacking, plan, os }} />
            {/* The consent is beside the button that it unlocks, in view however long the list. */}
            {needsConsent ? (
              <Tick
                className="consent small"
                isSelected={consent}
                onChange={(agreed) => setAgreedTo(agreed ? mark : null)}
              >
                {consentText[needsConsent]()}
              </Tick>
            ) : null}
          </div>
        </div>
        {selected !== null && !isCutAtOnce({ volume: selected }) ? null : (
          <ActionButton
            look="plain"
            isDisabled={selected === null || selected.untestable !== null}
            isBusy={starting}
            onPress={() => selected && onPowerCutTest(selected)}
          >
            <PowerCutWords volume={selected} />
          </ActionButton>
        )}
        <ActionButton look="primary" isDisabled={!ready} isBusy={starting} onPress={start}>
          {starting ? driveText.starting() : driveText.start()}
        </ActionButton>
      </ActionBar>
    </>
  );
}

/** Names the plug test by what is unplugged: an external drive, or else the computer. */
function PowerCutWords({ volume }: { readonly volume: Volume | null }) {
  const isUnplugged = volume !== null && isPulledOut({ volume });
  return (
    <>
      {isUnplugged ? driveText.unplugTest() : driveText.plugTest()}{" "}
      <span className="plug-test-use">
        {isUnplugged ? driveText.unplugTestUse() : driveText.plugTestUse()}
      </span>
    </>
  );
}

function summaryOf(
  tests: readonly WorkloadId[],
  { how }: SaidPurchase,
  areOptionsChanged: boolean,
): string {
  return [
    workloadChoiceText.chosen({ chosen: tests.length, all: workloadIds.length }),
    workloadChoiceText.soldAs({ purchase: purchaseNames[how ?? "unsaid"]() }),
    ...(areOptionsChanged ? [workloadChoiceText.changed()] : []),
  ].join(" · ");
}

const unsaid: SaidPurchase = { how: null, month: "" };

/** The purchase as `startInspection` takes it; the month only if valid and of a new drive. */
function purchaseOf({ how, month }: SaidPurchase) {
  return {
    ...(how === null ? {} : { purchase: how }),
    ...(how === "new" && isPurchaseMonth(month, new Date()) ? { purchasedIn: month } : {}),
  };
}

/** The selected drive; by default the one the computer starts from, or the first. */
function choice(volumes: readonly Volume[], wantedId: string | null): Volume | null {
  const wanted = volumes.find(({ id }) => id === wantedId);
  if (wanted && isSelectable(wanted)) {
    return wanted;
  }
  const testable = volumes.filter(({ untestable }) => untestable === null);
  return testable.find(({ system }) => system) ?? testable[0] ?? null;
}
