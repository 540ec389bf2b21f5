/** Deleting recordings, and restoring them. */
export const payloadDeletion = {
  'deletion.delete': 'Delete',
  'deletion.title': 'Delete this recording?',
  'deletion.body':
    'Nobody can play or download it any more. It can be restored by somebody whose role allows it, until retention destroys it.',
  'deletion.title_of': 'Delete {count, plural, one {# recording} other {# recordings}}?',
  'deletion.body_of':
    'Nobody can play or download them any more. They can be restored by somebody whose role allows it, until retention destroys them.',
  'deletion.restore_title_of': 'Restore {count, plural, one {# recording} other {# recordings}}?',
  'deletion.restore_body_of': 'Each returns to its state before it was deleted.',
  'deletion.reason_hint_of': 'The same for all of them. Everybody who may see one of them can read it.',
  'deletion.item_deleted': 'Deleted',
  'deletion.reason': 'Reason',
  'deletion.reason_hint': 'Everybody who may see this recording can read it.',
  'deletion.done': 'Recording deleted',
  'deletion.deleted': 'This recording was deleted',
  'deletion.no_reason': 'No reason is on record.',
  'deletion.restore': 'Restore',
  'deletion.restored': 'Recording restored',
  'event.payload_restored': 'Restored',
  'did.POST /payloads/delete': 'Deleted recordings',
  'did.POST /payloads/restore': 'Restored recordings',
  'did.POST /payloads/{payload_reference}/restore': 'Restored a recording',
} as const
