import type { LegacyMigration } from '@holdfast/contract'

type EarlierRun = Pick<LegacyMigration, 'source' | 'time_zone'>

const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The time zone of a run: as chosen, else as in the last run of its source, else that of the browser. */
export const timeZoneOf = (source: string, chosen: string | null, earlier: readonly EarlierRun[]) => {
  const saved = earlier.find((run) => run.source === source)?.time_zone
  return { time_zone: chosen ?? saved ?? ownTimeZone(), isSaved: chosen === null && saved !== undefined }
}
