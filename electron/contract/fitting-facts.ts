import { z } from "zod";
import { unknownDrive, type VolumeFacts } from "./volume";
import { volumeFactsSchema } from "./volume-schema";

/**
 * The volume's facts for a report. A fact that does not fit the report's format becomes "not
 * known", so that a strange volume cannot keep a finished inspection from its report.
 */
export function factsOf(volume: VolumeFacts): VolumeFacts {
  const { drive, ...facts } = volumeFactsSchema.shape;
  return {
    mountPoint: "",
    fileSystem: null,
    mountOptions: null,
    device: null,
    totalBytes: null,
    freeBytes: null,
    encryption: null,
    writeCache: "unknown",
    scheduler: null,
    lowerMounts: null,
    flushesTurnedOff: null,
    system: null,
    ...fitting(facts, volume),
    drive: { ...unknownDrive, ...fitting(drive.shape, volume.drive) },
  };
}

/** Keeps the values that fit the schema and leaves out all others. */
function fitting<S extends z.ZodRawShape>(
  shape: S,
  values: object,
): Partial<z.infer<z.ZodObject<S>>> {
  const fields = Object.entries(shape).flatMap(([name, schema]) => {
    const { success, data } = z.safeParse(schema, Object(values)[name]);
    return success ? [[name, data]] : [];
  });
  return Object.fromEntries(fields);
}
