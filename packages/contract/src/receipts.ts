/** Receipts: a person or client app confirms that the content of recordings was received. */
import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { PayloadReference, UserReference, writtenText } from './fields.ts'
import { limits } from './limits.ts'
import { closed, nullable } from './nullable.ts'
import { PayloadReferences } from './reference-lists.ts'
import { Timestamp } from './times.ts'

export const maxReceiptNoteCharacters = 1000

export const Receipt = Type.Object(
  {
    user: UserReference,
    time: Timestamp,
    note: nullable(Type.String({ description: 'What they wrote about it' })),
  },
  { title: 'Receipt', description: 'Who confirmed that the content of a recording was received, and when.' },
)
export type Receipt = Static<typeof Receipt>

export const ReceiptOutcome = Type.Object(
  {
    payload_reference: PayloadReference,
    result: Type.Enum(['confirmed', 'refused']),
    receipt: nullable(Receipt),
    code: Type.Optional(
      Type.String({
        description:
          'Product error code of a refusal: payload.not_found, auth.forbidden, receipt.personal or receipt.no_content',
      }),
    ),
    message: Type.Optional(Type.String()),
  },
  {
    title: 'ReceiptOutcome',
    description:
      'What became of one item: the receipt of the caller, which is the earlier one if they had confirmed it before, or why there is none.',
  },
)
export type ReceiptOutcome = Static<typeof ReceiptOutcome>

export const confirmReceipts = call({
  catalogue: 'client',
  method: 'POST',
  path: '/receipts',
  summary:
    'Confirms that the content of 1 to 100 recordings was received, in the order of their references. Repeating it changes nothing.',
  action: 'receipts:write',
  body: Type.Object(
    {
      payload_references: PayloadReferences,
      note: Type.Optional(writtenText(maxReceiptNoteCharacters)),
    },
    closed,
  ),
  maxBodyBytes: limits.maxFormBodyBytes,
  response: Type.Object({ items: Type.Array(ReceiptOutcome) }),
  audit: 'payload.receipt_confirmed',
})

export const receiptCalls = { confirmReceipts }
