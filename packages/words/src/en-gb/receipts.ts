/** Confirming that recordings were received. */
export const receipts = {
  'receipts.confirm': 'Confirm receipt',
  'receipts.title': 'Confirm receipt?',
  'receipts.body':
    'You confirm that the content of this recording was received. It is recorded with your name and cannot be taken back.',
  'receipts.note': 'Note',
  'receipts.note_hint': 'Optional. Everybody who may see this recording can read it.',
  'receipts.title_of': 'Confirm receipt of {count, plural, one {# recording} other {# recordings}}?',
  'receipts.body_of':
    'You confirm that the content of each of these recordings was received. It is recorded with your name and cannot be taken back.',
  'receipts.note_hint_of': 'Optional. It is stored with each recording; everybody who may see it can read the note.',
  'receipts.item_confirmed': 'Receipt confirmed',
  'receipts.own': 'You have confirmed the receipt of this recording.',
  'receipts.done': 'Receipt confirmed',
  'event.payload_receipt_confirmed': 'Confirmed receipt',
  'did.POST /receipts': 'Confirmed receipt of recordings',
} as const
