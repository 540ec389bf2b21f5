import type { CallResponse, calls } from '@holdfast/contract'
import { sql } from 'kysely'
import type { DevicePrincipal } from '../../core/authorization/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import type { InvalidItem } from '../../platform/http/index.ts'

/** Items of one kind that a handset sent, and where they are kept by their references. */
interface SentItems {
  table: 'gps' | 'device_logs'
  field: 'gps_reference' | 'log_id'
  /** Of the items that were not refused before, in the order in which they were sent. */
  references: readonly string[]
  invalid: readonly InvalidItem[]
}

/**
 * The items that are refused: the invalid ones, and those whose reference another device of the account has used, which would otherwise be
 * lost without a word. For a call of which not all items were new.
 */
export const refusedItems = async (
  { client, db }: TenantTransaction,
  { device_reference }: DevicePrincipal,
  { table, field, references, invalid }: SentItems,
): Promise<InvalidItem[]> => {
  const { rows } = await sql<{ reference: string }>`select ${sql.ref(field)} as reference from ${sql.table(table)}
    where client = ${client} and ${sql.ref(field)} = any(${references}::text[]) and device_reference <> ${device_reference}`.execute(
    db,
  )
  const ofOthers = new Set(rows.map(({ reference }) => reference))
  const invalidIndexes = new Set(invalid.map(({ index }) => index))
  const indexes = Array.from({ length: references.length + invalid.length }, (_, index) => index)
  const validIndexes = indexes.filter((index) => !invalidIndexes.has(index))
  const used = references.flatMap((reference, place): InvalidItem[] => {
    const index = validIndexes[place]
    if (index === undefined || !ofOthers.has(reference)) return []
    return [{ index, texts: {}, message: `/${field} was used by another device: it must be unique in the account` }]
  })
  return [...invalid, ...used].sort((one, other) => one.index - other.index)
}

/** The answer to a handset that sent several items in one call. */
export const receivedItems = (
  received: number,
  invalid: readonly InvalidItem[],
): CallResponse<typeof calls.receiveDeviceLogs | typeof calls.receivePositions> => ({
  received,
  ...(invalid.length > 0
    ? { refused: invalid.map(({ index, message }) => ({ index, code: 'request.invalid' as const, message })) }
    : {}),
})
