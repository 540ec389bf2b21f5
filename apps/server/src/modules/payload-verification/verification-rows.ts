import type { VerificationState } from '@holdfast/contract'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Tables, TenantTransaction } from '../../platform/database/index.ts'

type Table = Tables['payload_verifications']
export type VerificationRow = Selectable<Table>

/** A verification without progress for this long was lost with its worker, and may be asked for again. */
const lostAfterMs = 15 * 60_000

/** Whether a verification waits or runs. */
export const isUnderWay = ({ ended_at, progressed_at }: VerificationRow, now: Date): boolean =>
  ended_at === null && now.getTime() - Date.parse(progressed_at) < lostAfterMs

/** `failed` instead of a state in which its worker has left it. */
export const stateNow = (row: VerificationRow, now: Date): VerificationState =>
  row.ended_at === null && !isUnderWay(row, now) ? 'failed' : row.state

export const findVerification = (
  tx: TenantTransaction,
  payload_reference: string,
): Promise<VerificationRow | undefined> =>
  tx.db
    .selectFrom('payload_verifications')
    .selectAll()
    .where('client', '=', tx.client)
    .where('payload_reference', '=', payload_reference)
    .executeTakeFirst()

/** How many verifications of this caller wait or run; stops counting at `most`. */
export const countUnderWay = async (tx: TenantTransaction, requested_by: string, most: number): Promise<number> => {
  const rows = await tx.db
    .selectFrom('payload_verifications')
    .select('payload_reference')
    .where('client', '=', tx.client)
    .where('requested_by', '=', requested_by)
    .where('progressed_at', '>', new Date(tx.now.getTime() - lostAfterMs).toISOString())
    .where('ended_at', 'is', null)
    .limit(most)
    .execute()
  return rows.length
}

/** Begins a new verification. What an earlier one has proved stays. The caller has locked the payload's row. */
export const beginVerification = (
  tx: TenantTransaction,
  payload_reference: string,
  requested_by: string,
): Promise<VerificationRow> => {
  const begun = {
    state: 'waiting',
    requested_at: tx.now,
    requested_by,
    bytes_read: 0,
    progressed_at: tx.now,
    ended_at: null,
    found: null,
    checksum: null,
  } as const satisfies Partial<Insertable<Table>>
  const columns = Object.keys(begun) as (keyof typeof begun)[]
  return tx.db
    .insertInto('payload_verifications')
    .values({ client: tx.client, payload_reference, ...begun })
    .onConflict((conflict) =>
      conflict
        .columns(['client', 'payload_reference'])
        .doUpdateSet((eb) => Object.fromEntries(columns.map((column) => [column, eb.ref(`excluded.${column}`)]))),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Changes a verification, unless another one was begun meanwhile. @returns whether it was changed */
export const changeVerification = async (
  tx: TenantTransaction,
  { payload_reference, requested_at }: Pick<VerificationRow, 'payload_reference' | 'requested_at'>,
  change: Updateable<Table>,
): Promise<boolean> => {
  const { numUpdatedRows } = await tx.db
    .updateTable('payload_verifications')
    .set({ ...change, progressed_at: tx.now })
    .where('client', '=', tx.client)
    .where('payload_reference', '=', payload_reference)
    .where('requested_at', '=', requested_at)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
