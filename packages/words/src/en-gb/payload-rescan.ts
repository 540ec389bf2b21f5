/** Scanning quarantined recordings again. */
export const payloadRescan = {
  'rescan.again': 'Scan again',
  'rescan.asked': 'The recording is being scanned again',
  'rescan.title_of': 'Scan {count, plural, one {# recording} other {# recordings}} again?',
  'rescan.body_of': 'Quarantined ones are opened and scanned again. They become ready, or are quarantined again.',
  'rescan.item_asked': 'Being scanned again',
  'event.payload_rescan_requested': 'Asked for another scan',
  'did.POST /payloads/rescan': 'Had quarantined recordings scanned again',
} as const
