import { formatCount } from "../format";
import { lifeShareText, quantityText } from "../health";
import { sentences } from "../sentences";

/** The drive's own report in the verdict's summary: health, use and heat. */

const said = sentences({
  "glance.well.by-itself": "By the drive itself",
  "glance.well.uncounted": "By the drive itself, which counts no lost saves",
  "glance.well.no-fault": "No fault reported",
  "glance.well.care": "Something to watch",
  "glance.well.noted": "It has replaced bad sectors",
  "glance.well.failing": "It reports that it is failing",
  "glance.well.sign-readonly": "It has switched itself to reading only",
  "glance.well.sign-degraded": "It calls itself less reliable",
  "glance.well.sign-spare-low": "It warns that too little spare is left",
  "glance.well.sign-predicts-failure": "It predicts its own failure (SMART)",
  "glance.well.sign-predicts-failure-alone":
    "It predicts its own failure (SMART), and nothing else bears that out",
  "glance.well.sign-backup-failed": "It reports that the backup of its memory has failed",
  "glance.well.sign-too-hot": "It is hotter, or colder, than it should be",
  "glance.well.sign-memory-region-readonly": "Its memory region can only be read",
  "glance.well.sign-media-errors":
    "{count, plural, one {It counts # error that it could not correct} other {It counts # errors that it could not correct}}",
  "glance.well.sign-sectors-pending":
    "{count, plural, one {It could not read # sector} other {It could not read # sectors}}",
  "glance.well.sign-sectors-uncorrectable":
    "{count, plural, one {It could not correct # sector} other {It could not correct # sectors}}",
  "glance.well.sign-self-test-failed": "Its last test of itself ended with an error",
  "glance.well.sign-rated-life-used": "It counts its rated life as used up",
  "glance.well.sign-reserve-warning": "Four fifths of its spare blocks are used",
  "glance.well.sign-spare-below-limit": "Its spare is below its own limit",
  "glance.well.sign-spare-contradicts": "It warns of its spare, which is above its own limit",
  "glance.well.sign-assessment-contradicts": "One of its figures is at its own limit or below",
  "glance.well.sign-attribute-below-limit": "One of its figures is at its own limit or below",
  "glance.well.sign-attribute-was-below-limit": "One of its figures once was at its own limit",
  "glance.well.sign-sectors-replaced":
    "{count, plural, one {It has replaced # sector by a spare one} other {It has replaced # sectors by spare ones}}",
  "glance.well.sign-sectors-bad":
    "{count, plural, one {# sector, replaced or waiting} other {# sectors, replaced or waiting}}",
  "glance.well.on-hours":
    "{isNew, select, true {On for {hours, plural, =0 {less than an hour} =1 {one hour} other {# hours}} in all, usual if new} other {Switched on for {hours, plural, =0 {less than an hour} =1 {one hour} other {# hours}} in all}}",
  "glance.well.on-days":
    "{isNew, select, true {On for {days} days in all, usual if new} other {Switched on for {days} days in all}}",
  "glance.well.worn":
    "{isLast, select, true {{percent} wear or more, by its own estimate} other {{percent} wear, by its own estimate}}",
  "glance.well.worn-between": "Wear of {share}, by its own estimate",
  "glance.well.heat":
    "{isSame, select, true {{celsius, number, celsius}} false {{celsius, number, celsius}, {peak, number, celsius} peak}}",
  "glance.well.heat-below": "Its own limit is {limit, number, celsius}",
  "glance.well.heat-at-limit": "It reached its own limit of {limit, number, celsius}",
  "glance.well.heat-no-limit": "No limit of its own is known",
  "glance.well.heat-slowed": "Heat slowed it down",
  "glance.well.heat-warned": "It warns of its temperature",
});

export const statements = {
  ...said,
  "glance.well.on-hours": ({ isNew, ...p }: { hours: number; isNew: boolean }) =>
    said["glance.well.on-hours"]({ isNew, hours: Math.floor(p.hours) }),
  "glance.well.on-days": ({ isNew, ...p }: { days: number; isNew: boolean }) =>
    said["glance.well.on-days"]({ isNew, days: formatCount(Math.floor(p.days)) }),
  "glance.well.worn": (p: { percent: number; isLast: boolean }) =>
    said["glance.well.worn"]({
      percent: quantityText("percentageUsed", p.percent),
      isLast: p.isLast,
    }),
  "glance.well.worn-between": (p: { tenths: number }) =>
    said["glance.well.worn-between"]({ share: lifeShareText(p.tenths) }),
  "glance.well.heat": (p: { celsius: number; peak: number }) =>
    said["glance.well.heat"]({
      ...p,
      isSame: p.celsius === p.peak,
    }),
};
