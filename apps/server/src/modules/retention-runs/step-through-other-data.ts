import type { RetentionEntityType, RetentionReport, RetentionRules } from '@holdfast/contract'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { entityDaysFor, type RunPosition, type StoredRun } from '../retention/index.ts'
import { removeOtherData } from './other-data.ts'
import { nextPart } from './run-parts.ts'

const dayMs = 24 * 60 * 60 * 1000

/**
 * Takes the next step of a run through rows that are no recordings, in the transaction that stores its progress. They have no deleted
 * state: they end after the days of destruction.
 */
export const stepThroughOtherData = async (
  tx: TenantTransaction,
  rules: RetentionRules,
  { kind, position, report }: StoredRun,
  entity_type: RetentionEntityType,
): Promise<{ report: RetentionReport; position: RunPosition | null }> => {
  const days = entityDaysFor(rules.entities, entity_type)?.destroy_after ?? Number.POSITIVE_INFINITY
  if (!Number.isFinite(days)) return { report, position: nextPart(entity_type) }
  const before = new Date(Math.floor((tx.now.getTime() - days * dayMs) / dayMs) * dayMs)
  const isDryRun = kind === 'dry_run'
  const { after, ...counted } = await removeOtherData(tx, { entity_type, before, after: position.after, isDryRun })
  return {
    report: { ...report, other: withOther(report.other, { entity_type, ...counted }) },
    position: after ? { part: entity_type, after } : nextPart(entity_type),
  }
}

type Other = RetentionReport['other']
type Reasons = NonNullable<Other[number]['reasons']>

const sumOf = (reasons: Reasons): Reasons =>
  [...Map.groupBy(reasons, ({ reason }) => reason)].map(([reason, same]) => ({
    reason,
    rows: same.reduce((sum, { rows }) => sum + rows, 0),
  }))

const withOther = (other: Other, added: Required<Other[number]>): Other => {
  const { entity_type } = added
  const before = other.find((line) => line.entity_type === entity_type)
  if (!before) return [...other, added]
  const after = {
    entity_type,
    removed: before.removed + added.removed,
    kept: before.kept + added.kept,
    reasons: sumOf([...(before.reasons ?? []), ...added.reasons]),
  }
  return other.map((line) => (line === before ? after : line))
}
