/** Confirming that recordings were received. */
export const receipts = {
  'receipts.confirm': 'Confirm receipt',
  'receipts.title': 'Confirm receipt?',
  'receipts.body':
    'You confirm that the content of this recording was received. It is recorded with your name and cannot be taken back.',
  'receipts.note': 'Note',
  'receipts.note_hint': 'Optional. Everybody who may see this recording can read it.',
  'receipts.own': 'You have confirmed the receipt of this recording.',
  'receipts.done': 'Receipt confirmed',
  'event.payload_receipt_confirmed': 'Confirmed receipt',
  'did.POST /receipts': 'Confirmed receipt of recordings',
} as const
