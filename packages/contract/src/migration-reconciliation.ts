/** What the source of a migration holds, compared with what arrived. */
import { type Static, Type } from 'typebox'
import { MigrationResultCode } from './migration-results.ts'
import { nullable } from './nullable.ts'
import { PayloadType } from './payload-types.ts'
import { Timestamp } from './times.ts'

const Count = Type.Integer({ minimum: 0 })
const Amount = Type.Number({ minimum: 0 })

export const reconciliationGrains = ['payload_type', 'person', 'group', 'month', 'day', 'sample'] as const
export const ReconciliationGrain = Type.Enum(reconciliationGrains, {
  default: 'payload_type',
  description: 'By what is counted. sample: recordings drawn at random, one a row',
})
export type ReconciliationGrain = Static<typeof ReconciliationGrain>

export const MigrationReconciliation = Type.Object(
  {
    reconciled_at: Timestamp,
    is_outdated: Type.Boolean({ description: 'A later run of this source has changed what arrived: reconcile again' }),
    has_totals: Type.Boolean({
      description: 'The export has totals of the source. Otherwise the rows that were read are what it holds',
    }),
    differences: { ...Count, description: 'Rows with a difference, of all grains' },
    sample_size: { ...Count, description: 'How many recordings were drawn' },
    sample_opened: {
      ...Count,
      description: 'How many of these were compared: the others have no content here, or none that the source gave',
    },
    sample_failures: { ...Count, description: 'How many of these have other content than the source gave' },
    seed: Type.String({
      description:
        'The sample has the recordings with the lowest SHA-256 of this seed followed by their reference, those with content first, so it can be drawn again',
    }),
  },
  { title: 'MigrationReconciliation', description: 'When a run was reconciled last, and how it came out.' },
)
export type MigrationReconciliation = Static<typeof MigrationReconciliation>

/** As it is kept; `digest` changes with its figures. */
export type StoredReconciliation = MigrationReconciliation & { digest: string }

export const ReconciledSample = Type.Object(
  {
    file_name: nullable(Type.String()),
    row_number: nullable(Type.Integer({ minimum: 1 })),
    legacy_sha256: nullable(Type.String({ description: 'Of the file of the source, when it was imported' })),
    content_sha256: nullable(Type.String({ description: 'Of the content as it opens here now' })),
    is_same_content: nullable(
      Type.Boolean({ description: 'null: there is no content to open, or it could not be read for now' }),
    ),
  },
  {
    title: 'ReconciledSample',
    description: 'A recording that was drawn: which row it is from, and whether its content is that of the source.',
  },
)
export type ReconciledSample = Static<typeof ReconciledSample>

export const StatedBy = Type.Enum(['totals', 'rows'], {
  description: 'totals: of all that the source holds. rows: of the rows of this run',
})
export type StatedBy = Static<typeof StatedBy>

export const ReconciliationReason = Type.Object({ code: MigrationResultCode, payloads: Count })
export type ReconciliationReason = Static<typeof ReconciliationReason>

export const MigrationReconciliationRow = Type.Object(
  {
    grain: ReconciliationGrain,
    key: nullable(
      Type.String({
        description:
          'The person, group, month (2024-05), day (2024-05-31) in the time zone of the run, or the reference of the recording; null: unknown, and of payload_type',
      }),
    ),
    payload_type: nullable({ ...PayloadType, description: 'null: unknown, or the totals are of all types' }),
    stated_by: StatedBy,
    stated_payloads: nullable(Count),
    stated_seconds: nullable(Amount),
    stated_bytes: nullable(Count),
    arrived_payloads: { ...Count, description: 'That are here, destroyed ones not counted' },
    arrived_seconds: nullable({ ...Amount, description: 'Of a sample: as it was decoded; null: it was not' }),
    arrived_bytes: nullable({
      ...Count,
      description: 'Of content, opened; null: of a sample that could not be opened',
    }),
    waiting_payloads: { ...Count, description: 'Of arrived_payloads: those whose content is still to come' },
    destroyed_payloads: { ...Count, description: 'Arrived, and were deleted or destroyed here since' },
    difference: nullable(Type.Integer({ description: 'arrived_payloads + destroyed_payloads - stated_payloads' })),
    difference_seconds: nullable(
      Type.Number({ description: 'Of the same recordings. Of a sample: null if the recording was not decoded' }),
    ),
    difference_bytes: nullable(Type.Integer()),
    is_different: Type.Boolean(),
    reasons: Type.Array(ReconciliationReason, {
      description: 'How the rows ended whose recordings did not arrive',
    }),
    sample: nullable(ReconciledSample),
  },
  {
    title: 'MigrationReconciliationRow',
    description: 'What the source holds of a person, group, month, day or type, beside what arrived.',
  },
)
export type MigrationReconciliationRow = Static<typeof MigrationReconciliationRow>
