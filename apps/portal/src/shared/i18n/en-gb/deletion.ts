/** Deleting recordings, and restoring them. */
export const deletion = {
  'deletion.delete': 'Delete',
  'deletion.title': 'Delete this recording?',
  'deletion.body':
    'Nobody can play or download it any more. It can be restored by somebody whose role allows it, until retention destroys it.',
  'deletion.reason': 'Reason',
  'deletion.reason_hint': 'Everybody who may see this recording can read it.',
  'deletion.done': 'Recording deleted',
  'deletion.deleted': 'This recording was deleted',
  'deletion.no_reason': 'No reason is on record.',
  'deletion.restore': 'Restore',
  'deletion.restored': 'Recording restored',
  'event.payload_restored': 'Restored',
  'did.POST /payloads/delete': 'Deleted recordings',
  'did.POST /payloads/{payload_reference}/restore': 'Restored a recording',
} as const
