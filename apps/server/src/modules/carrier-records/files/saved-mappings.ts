import type { CallInput, CarrierMapping, calls } from '@holdfast/contract'
import { answerTableList, type RequestContext } from '../../../core/calls/index.ts'
import type { TenantTransaction } from '../../../platform/database/index.ts'

/** `GET /carrier_mappings`. */
export const listCarrierMappings = (ctx: RequestContext, { query }: CallInput<typeof calls.listCarrierMappings>) =>
  answerTableList(ctx, query, {
    table: 'carrier_mappings',
    key: ['carrier_name'],
    conditions: () => [],
    toItems: (rows) => rows,
  })

/** How the last file of the carrier was read. */
export const savedMapping = async (
  { db, client }: Pick<TenantTransaction, 'db' | 'client'>,
  carrier_name: string,
): Promise<CarrierMapping | undefined> => {
  const row = await db
    .selectFrom('carrier_mappings')
    .select('mapping')
    .where('client', '=', client)
    .where('carrier_name', '=', carrier_name)
    .executeTakeFirst()
  return row?.mapping
}

export const saveMapping = async (
  { db, client, now }: TenantTransaction,
  carrier_name: string,
  mapping: CarrierMapping,
  updated_by: string,
): Promise<void> => {
  await db
    .insertInto('carrier_mappings')
    .values({ client, carrier_name, mapping: JSON.stringify(mapping), updated_at: now, updated_by })
    .onConflict((conflict) =>
      conflict.columns(['client', 'carrier_name']).doUpdateSet((eb) => ({
        mapping: eb.ref('excluded.mapping'),
        updated_at: eb.ref('excluded.updated_at'),
        updated_by: eb.ref('excluded.updated_by'),
      })),
    )
    .execute()
}
