import type { Notice } from '../../platform/database/index.ts'

interface NewLine {
  log_id: string
  group: string
}

/** One notice for each group of new lines, which says how many they are: a request may have a thousand. */
export const noticesOfLines = (lines: readonly NewLine[]): Notice[] =>
  [...Map.groupBy(lines, ({ group }) => group)].flatMap(([group, ofGroup]) => {
    const last = ofGroup.at(-1)
    if (!last) return []
    return [
      {
        kind: 'device_log',
        reference: last.log_id,
        state: null,
        payload_type: null,
        group,
        count: ofGroup.length,
      },
    ]
  })
