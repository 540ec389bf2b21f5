import type { FindText } from '@holdfast/words'

/** What a reported value is. */
export type ReportedKind = 'provider' | 'battery_health' | 'network' | 'permission' | 'voice_source'

/** Prefixes of Android's constants. */
const prefix = /^(android\.permission\.|battery_health_|network_type_)/

/** The words for a value that a handset reported; the value itself if it is not known. */
export const reportedWords = (find: FindText, kind: ReportedKind, value: string): string => {
  const name = value
    .trim()
    .toLowerCase()
    .replace(prefix, '')
    .replaceAll('+', 'p')
    .replaceAll(/[^a-z0-9]+/g, '_')
  return find(`reported.${kind}_${name}`) ?? value
}
