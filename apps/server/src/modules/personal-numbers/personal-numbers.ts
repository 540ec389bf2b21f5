import { type RawBuilder, sql } from 'kysely'
import { eachValue, preparedStatement, type TenantTransaction } from '../../platform/database/index.ts'

/** The numbers that are personal numbers of a device user now. */
export const activePersonalNumbers = async (
  tx: TenantTransaction,
  device_user_reference: string,
): Promise<string[]> => {
  const rows = await tx.db
    .selectFrom('personal_numbers')
    .select('personal_number')
    .distinct()
    .where('client', '=', tx.client)
    .where('device_user_reference', '=', device_user_reference)
    .where('is_active', '=', true)
    .orderBy('personal_number')
    .execute()
  return rows.map(({ personal_number }) => personal_number)
}

/** The numbers that are personal now, by person. */
export const activePersonalNumbersOf = async (
  tx: TenantTransaction,
  device_user_references: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const rows = await tx.db
    .selectFrom('personal_numbers')
    .select(['device_user_reference', 'personal_number'])
    .distinct()
    .where('client', '=', tx.client)
    .where((eb) => eb('device_user_reference', '=', eb.fn.any(eb.val([...device_user_references]))))
    .where('is_active', '=', true)
    .execute()
  const byPerson = new Map<string, string[]>()
  for (const { device_user_reference, personal_number } of rows) {
    const numbers = byPerson.get(device_user_reference) ?? []
    byPerson.set(device_user_reference, [...numbers, personal_number])
  }
  return byPerson
}

/** The personal numbers of these device users, also those that are no more. */
export const personalNumbersStatement = preparedStatement(
  'personal numbers',
  (db, { client, device_user_references }: { client: string; device_user_references: readonly (string | null)[] }) =>
    db
      .selectFrom(eachValue(device_user_references, 'text'))
      .innerJoinLateral(
        (eb) =>
          eb
            .selectFrom('personal_numbers')
            .select(['device_user_reference', 'personal_number', 'is_active', 'created_at', 'deleted_at'])
            .where('client', '=', client)
            .whereRef('device_user_reference', '=', 'wanted.value')
            .as('personal'),
        (join) => join.onTrue(),
      )
      .selectAll('personal'),
)

/** The personal numbers of a person, also the former ones, belong to the group that the person is in. */
export const movePersonalNumbers = async (
  tx: TenantTransaction,
  device_user_reference: string,
  group: string,
): Promise<void> => {
  await tx.db
    .updateTable('personal_numbers')
    .set({ group })
    .where('client', '=', tx.client)
    .where('device_user_reference', '=', device_user_reference)
    .where('group', '<>', group)
    .execute()
}

/** A query for one row for each active personal number of a group. */
export const personalNumbersOfGroup = (
  { client }: Pick<TenantTransaction, 'client'>,
  group: string,
): RawBuilder<unknown> =>
  sql`select from personal_numbers where client = ${client} and "group" = ${group} and is_active`
