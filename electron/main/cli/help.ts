import { planOf } from "#analysis/workloads/plans";
import { exitCodes } from "#contract/exit-codes";
import { syncCallModeIds } from "#contract/flush-mode";
import { purchases } from "#contract/health";
import { planOptionsSchema } from "#contract/plan-options";
import { cutDeeds, powerCutFolderName } from "#contract/power-cut/test";
import { profileNames } from "#contract/run-plan";
import { shortNames } from "#contract/workloads/index";
import { exitCodeHelp, help, optionHelp, powerCutHelp } from "#text/command-line";
import { formatList } from "#text/format";

const width = 100;
const nameWidth = 19;
const codeWidth = 5;

export function helpText(): string {
  return [
    help.purpose(),
    "",
    help.usage({ command: "npm run inspect --", packaged: "DriveProof --inspect" }),
    "",
    ...options().flatMap(([name, text]) => row(2, name, text)),
    row(2, "--help, --version"),
    "",
    help.powerCutTest(),
    "",
    ...powerCutOptions().flatMap(([indent, name, text]) => row(indent, name, text)),
    "",
    help.outputs(),
    "",
    help.exitCodes(),
    ...Object.entries(exitCodes).flatMap(([end, code]) =>
      row(2, String(code), exitCodeHelp[end as keyof typeof exitCodes](), codeWidth),
    ),
    "",
  ]
    .flat()
    .join("\n");
}

function options(): [name: string, text: string][] {
  const filling = [...shortNames]
    .filter(([, id]) => planOf(id).fillsVolume !== undefined)
    .map(([name]) => name);
  const [folder, name, list, count, file, size] = [
    help.folder(),
    help.name(),
    help.list(),
    help.count(),
    help.file(),
    help.size(),
  ];
  return [
    [`--path ${folder}`, optionHelp.path()],
    [
      `--profile ${name}`,
      optionHelp.profile({ profiles: formatList(profileNames), usual: "quick" }),
    ],
    [`--tests ${list}`, optionHelp.tests({ tests: formatList([...shortNames.keys()]) })],
    [`--sustained-bytes ${count}`, optionHelp.sustainedBytes()],
    [`--capacity-bytes ${count}`, optionHelp.capacityBytes()],
    [`--pace ${count}`, optionHelp.pace({ count })],
    [`--modes ${list}`, optionHelp.modes()],
    ["--no-append", optionHelp.noAppend()],
    ["--direct-sweep", optionHelp.directSweep({ profiles: formatList(["standard", "thorough"]) })],
    [`--interval-modes ${list}`, optionHelp.intervalModes({ modes: formatList(syncCallModeIds) })],
    [
      `--engines ${list}`,
      optionHelp.engines({ engines: formatList(planOptionsSchema.shape.engines.element.options) }),
    ],
    [`--json ${file}`, optionHelp.json()],
    [`--csv ${file}`, optionHelp.csv()],
    [`--pdf ${file}`, optionHelp.pdf()],
    [`--paper ${size}`, optionHelp.paper({ papers: "A4, Letter", usual: "A4" })],
    [
      `--bought ${help.name()}`,
      optionHelp.bought({ purchases: formatList(purchases), example: "new:2023-11" }),
    ],
    ["--no-serial", optionHelp.noSerial()],
    ["--allow-network", optionHelp.allowNetwork()],
    ["--allow-unknown-space", optionHelp.allowUnknownSpace()],
    ["--fill-system-drive", optionHelp.fillSystemDrive({ test: formatList(filling) })],
  ];
}

function powerCutOptions(): [indent: number, name: string, text: string][] {
  return [
    [2, "--plug-test start", powerCutHelp.start({ folder: powerCutFolderName })],
    [4, `--modes ${help.list()}`, powerCutHelp.modes()],
    [4, `--seconds ${help.count()}`, powerCutHelp.seconds()],
    [4, "--wait", powerCutHelp.wait({ field: "elapsedNs" })],
    [2, "--plug-test finish", powerCutHelp.finish()],
    [4, "--acknowledged", powerCutHelp.acknowledged({ action: "start" })],
    [4, "--cut", powerCutHelp.cut({ deeds: formatList(cutDeeds) })],
    [2, "--plug-test remove", powerCutHelp.remove()],
  ];
}

/** A name with its description beside it, or on the next line if the name is too long. */
function row(indent: number, name: string, text = "", column = nameWidth): string[] {
  const lines = text.split("\n").flatMap((line) => wrapped(line, width - 2 - column));
  const margin = " ".repeat(2 + column);
  const head = `${" ".repeat(indent)}${name}`;
  return head.length < margin.length
    ? lines.map((line, place) =>
        `${place === 0 ? head.padEnd(margin.length) : margin}${line}`.trimEnd(),
      )
    : [head, ...lines.map((line) => `${margin}${line}`)];
}

function wrapped(line: string, columns: number): string[] {
  const lines: string[] = [];
  for (const word of line.split(" ")) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > columns) {
      lines.push(word);
    } else {
      lines[lines.length - 1] = `${last} ${word}`;
    }
  }
  return lines;
}
