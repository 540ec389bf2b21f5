/** Transfers: the recordings of one window on their way to a customer's own archive, and what arrived there. */
import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { changeFields } from './entity-fields.ts'
import { PayloadReference, TransferConfigReference, Ulid, writtenText } from './fields.ts'
import { limits } from './limits.ts'
import { mayField } from './may.ts'
import { closed, nullable } from './nullable.ts'
import { listOf, listQuery } from './pages.ts'
import { PayloadType, transferablePayloadTypes } from './payload-types.ts'
import { anyOf, PayloadReferences } from './reference-lists.ts'
import { DateParameter, Timestamp } from './times.ts'
import { TransferState } from './transfer-states.ts'

const Count = Type.Integer({ minimum: 0 })
const Sha256 = Type.String({ description: 'SHA-256 in hexadecimal' })

/** How it was made sure that a file arrived whole. */
export const transferChecks = ['read_back', 'checksum', 'present', 'taken'] as const
export const TransferCheck = Type.Enum(transferChecks, {
  description:
    'read_back: read from the server again and hashed. checksum: the store compared the SHA-256. present: it had arrived before, and was compared. taken: its size was right, then the server took it away at once',
})
export type TransferCheck = Static<typeof TransferCheck>

export const TransferAttempt = Type.Object({
  started_at: Timestamp,
  finished_at: nullable(Timestamp),
  state: TransferState,
  bytes: Count,
  sha256: nullable(Sha256),
  check: nullable(TransferCheck),
  error_message: nullable(Type.String()),
})
export type TransferAttempt = Static<typeof TransferAttempt>

export const TransferredFile = Type.Object(
  {
    file_name: Type.String({ description: 'Its path below the destination' }),
    state: TransferState,
    attempts: Type.Array(TransferAttempt, { description: 'The newest ten, in their order' }),
  },
  { description: 'A file of a transfer.' },
)
export type TransferredFile = Static<typeof TransferredFile>

/** The kind of a file of a transfer; `recording`: content and metadata in one file. */
export const transferFileKinds = ['content', 'metadata', 'recording', 'index', 'conversation', 'manifest'] as const
export type TransferFileKind = (typeof transferFileKinds)[number]

/** Why a recording of a window is not sent. */
export const leftOutReasons = [
  'personal',
  'quarantined',
  'failed',
  'deleted',
  'destroyed',
  'no_content',
  'sent_before',
] as const
export const LeftOutReason = Type.Enum(leftOutReasons, {
  description: 'sent_before: an earlier window of the configuration sent it, and it was deleted and restored since',
})
export type LeftOutReason = Static<typeof LeftOutReason>

export const transferOutcomes = ['waiting', 'sent', 'confirmed', 'differs', 'failed', 'left_out'] as const
export const TransferOutcome = Type.Enum(transferOutcomes, {
  description:
    'sent: verified at the destination. confirmed: the archive confirmed it. differs: the archive received something else. left_out: not sent, for a reason',
})
export type TransferOutcome = Static<typeof TransferOutcome>

export const TransferCounts = Type.Object(
  {
    collected: { ...Count, description: 'Recordings of the window' },
    waiting: Count,
    sent: { ...Count, description: 'Verified at the destination, confirmed or not' },
    confirmed: Count,
    differs: Count,
    failed: Count,
    left_out: Count,
    bytes: { ...Count, description: 'Of the files that arrived' },
  },
  {
    description:
      'Recordings of a transfer by what became of them. collected = waiting + sent + differs + failed + left_out',
  },
)
export type TransferCounts = Static<typeof TransferCounts>

/** Operations of people on a transfer. */
export const transferOperations = ['run', 'pause', 'resume', 'resend'] as const
export type TransferOperation = (typeof transferOperations)[number]

/** The most files that are read with a transfer: those that failed first. */
export const shownTransferFiles = 100

export const Transferable = Type.Object(
  {
    transfer_id: Ulid,
    transfer_config_reference: TransferConfigReference,
    state: TransferState,
    is_paused: Type.Boolean(),
    report_from: Timestamp,
    report_to: Timestamp,
    counts: TransferCounts,
    folder: Type.String({ description: 'Where its files are, below the destination' }),
    started_at: nullable(Timestamp),
    finished_at: nullable(Timestamp),
    next_attempt_at: nullable({ ...Timestamp, description: 'When what failed is tried again by itself' }),
    error_message: nullable(Type.String({ description: 'Why nothing, or not everything, arrived' })),
    manifest_sha256: nullable({ ...Sha256, description: 'Of the newest manifest that arrived; the next one names it' }),
    transfers: Type.Array(TransferredFile, {
      description: `Files with their attempts, those that failed first; at most ${shownTransferFiles}, none in lists`,
    }),
    created_at: Timestamp,
    ...changeFields,
    ...mayField(transferOperations),
  },
  { title: 'Transferable', description: 'One window of recordings on its way to a destination, with its attempts.' },
)
export type Transferable = Static<typeof Transferable>

export const TransferItem = Type.Object(
  {
    payload_reference: PayloadReference,
    payload_type: PayloadType,
    outcome: TransferOutcome,
    left_out_reason: nullable(LeftOutReason),
    file_name: nullable(Type.String({ description: 'The file with its content, below the destination' })),
    bytes: nullable({ ...Count, description: 'Of the original content' }),
    sha256: nullable({ ...Sha256, description: 'Of the original content' }),
    sent_at: nullable(Timestamp),
    times_sent: { ...Count, description: 'More than one: it was sent again because somebody asked for it' },
    confirmed_at: nullable(Timestamp),
    error_message: nullable(Type.String()),
  },
  { title: 'TransferItem', description: 'One recording of a transfer.' },
)
export type TransferItem = Static<typeof TransferItem>

const ofTransfers = { catalogue: 'client', path: '/transfers' } as const
const ofOne = { ...ofTransfers, params: Type.Object({ transfer_id: Ulid }, closed) } as const

export const listTransfers = call({
  ...ofTransfers,
  method: 'GET',
  summary: 'Lists transfers, those of the latest windows first.',
  action: 'transfers:read',
  query: listQuery({
    transfer_config_references: anyOf(TransferConfigReference),
    states: anyOf(TransferState),
    date_from: Type.Optional({ ...DateParameter, description: 'Compared with report_to' }),
    date_to: Type.Optional(DateParameter),
  }),
  response: listOf(Transferable),
  errors: ['list.bad_last_key'],
})

export const getTransfer = call({
  ...ofOne,
  method: 'GET',
  path: '/transfers/{transfer_id}',
  summary: 'Reads one transfer with its files and attempts.',
  action: 'transfers:read',
  response: Transferable,
  errors: ['request.not_found'],
})

export const maxTransferReasonCharacters = 1000

export const runTransfer = call({
  ...ofOne,
  method: 'POST',
  path: '/transfers/{transfer_id}/run',
  summary:
    'Sends what is missing of a transfer; pauses or resumes it; or sends single recordings that arrived or failed once more, for a reason.',
  action: 'transfers:run',
  body: Type.Object(
    {
      operation: Type.Optional(Type.Enum(transferOperations, { default: 'run' })),
      payload_references: Type.Optional({ ...PayloadReferences, description: 'Of resend' }),
      reason: Type.Optional({ ...writtenText(maxTransferReasonCharacters), description: 'Of resend' }),
    },
    closed,
  ),
  maxBodyBytes: limits.maxFormBodyBytes,
  response: Transferable,
  audit: 'transfer.run_asked',
  errors: [
    'request.not_found',
    'transfer.illegal_transition',
    'transfer.needs_reason',
    'transfer.not_of_transfer',
    'transfer_config.not_active',
  ],
})

export const listTransferItems = call({
  ...ofOne,
  beyondSpecification: true,
  method: 'GET',
  path: '/transfers/{transfer_id}/items',
  summary: 'Lists the recordings of a transfer in the order of their arrival.',
  action: 'transfers:read',
  query: listQuery({
    outcomes: anyOf(TransferOutcome),
    payload_types: anyOf(Type.Enum(transferablePayloadTypes)),
    payload_references: anyOf(PayloadReference),
  }),
  response: listOf(TransferItem),
  errors: ['request.not_found', 'list.bad_last_key'],
})

export const TransferDay = Type.Object(
  {
    day: Type.String({ description: 'Day of UTC on which the window ended, yyyy-mm-dd' }),
    transfer_config_reference: TransferConfigReference,
    transfers: Count,
    ...TransferCounts.properties,
    duplicate: { ...Count, description: 'Sent more than once because somebody asked for it' },
  },
  { title: 'TransferDay', description: 'What became of the recordings of a day, by configuration.' },
)
export type TransferDay = Static<typeof TransferDay>

export const listTransferDays = call({
  catalogue: 'client',
  beyondSpecification: true,
  method: 'GET',
  path: '/transfer_days',
  summary: 'Reconciles what was collected with what arrived, by day and configuration, the latest day first.',
  action: 'transfers:read',
  query: listQuery({
    transfer_config_references: anyOf(TransferConfigReference),
    has_difference: Type.Optional(
      Type.Boolean({
        description: 'true: days on which something waits, failed, differs, or was not confirmed in time',
      }),
    ),
    date_from: Type.Optional(DateParameter),
    date_to: Type.Optional(DateParameter),
  }),
  response: listOf(TransferDay),
  errors: ['list.bad_last_key'],
})

export const transferCalls = { listTransfers, getTransfer, runTransfer, listTransferItems, listTransferDays }
