import { arrivalsStatement, type Platform } from '@holdfast/server'

const together = 1_000

/**
 * Adds recordings that were written directly to the order of arrival, at the times when they were processed, so that transfers find them.
 * Recordings that have arrived are not changed.
 */
export const fillArrivals = async ({ database }: Pick<Platform, 'database'>, client: string): Promise<void> => {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const from: string = after
    after = await database.transaction(client, async (tx) => {
      const found = await tx.db
        .selectFrom('payloads')
        .select(['payload_reference', 'payload_type', 'payload_state', 'processed_at', 'updated_at'])
        .where('client', '=', client)
        .where('payload_reference', '>', from)
        .where('payload_state', 'in', ['Processed', 'Quarantined', 'Failed'])
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('payload_arrivals')
                .select('entry_id')
                .where('client', '=', client)
                .whereRef('payload_arrivals.payload_reference', '=', 'payloads.payload_reference'),
            ),
          ),
        )
        .orderBy('payload_reference')
        .limit(together)
        .execute()
      const arrived = found.map(({ processed_at, updated_at, ...payload }) => ({
        ...payload,
        arrived_at: new Date(processed_at ?? updated_at),
      }))
      await tx.executeAll(arrivalsStatement(tx, arrived))
      return found.length < together ? undefined : found.at(-1)?.payload_reference
    })
  }
}
