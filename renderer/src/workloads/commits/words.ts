/** The settings without the calls they result in, for the narrow heading of a chart. */
export function shortSettings(settings: string): string {
  return settings.split(": ")[0] ?? settings;
}
