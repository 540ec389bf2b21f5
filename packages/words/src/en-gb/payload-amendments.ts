/** Correcting details of recordings. */
export const payloadAmendments = {
  'amend.open': 'Correct',
  'amend.title': 'Correct details',
  'amend.body':
    'The original from the device is kept and shown beside your correction. Empty a field to show the original again.',
  'amend.names': 'Names',
  'amend.no_name': 'no name',
  'amend.no_notes': 'no notes',
  'amend.personal': 'Personal recording',
  'amend.personal_hint': 'Nobody can play, download or transfer its content.',
  'amend.personal_number': 'This recording is with a personal number of the device user. This can’t be changed here.',
  'why.marked_personal_title': 'This was marked as personal',
  'amend.personal_by': 'Marked as personal',
  'amend.reason_missing': 'Say why.',
  'amend.by': 'Corrected by {who},',
  'amend.marked_by': 'By {who},',
  'amend.was': 'The device said: {was}',
  'amend.was_nothing': 'The device said nothing.',
  'amend.corrected_name': 'A person corrected the name',
  'event.payload_amended': 'Corrected',
  'did.PUT /payloads/{payload_reference}': 'Corrected details of a recording',
} as const
