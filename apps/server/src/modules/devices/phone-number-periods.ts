import { type CallInput, type calls, dialledNumber, type Found, isDialledNumber, limits } from '@holdfast/contract'
import { type Selectable, sql } from 'kysely'
import { answerTableList, type FoundOfKind, firstOfKind, type RequestContext } from '../../core/calls/index.ts'
import {
  allOf,
  type Condition,
  containsText,
  type DeviceRow,
  isAnyOf,
  isEqual,
  queryBuilder,
  type Tables,
  type TenantTransaction,
} from '../../platform/database/index.ts'
import { newNumberJob } from './new-number-job.ts'

type Period = Selectable<Tables['phone_number_periods']>

/**
 * Notes that a device has just verified its numbers. The latest period of a number goes on if device, slot, holder and group are the same;
 * otherwise another one begins.
 * @param device as it is now
 */
export const notePhoneNumbers = async (tx: TenantTransaction, device: DeviceRow): Promise<void> => {
  const now = tx.now.toISOString()
  const verified = device.phone_numbers.filter(({ last_verified }) => last_verified === now)
  for (const { phone_number, slot_index } of verified) {
    const { device_reference, device_user_reference, group } = device
    const period = { phone_number, slot_index, device_reference, device_user_reference, group }
    const latest = await latestPeriod(tx, phone_number)
    if (latest && isSame(latest, period)) {
      await prolong(tx, latest)
      continue
    }
    await begin(tx, period)
    await tx.enqueue(newNumberJob, { client: tx.client, phone_number })
  }
}

const isSame = (one: Period, other: Omit<Period, 'client' | 'first_verified' | 'last_verified'>): boolean =>
  one.device_reference === other.device_reference &&
  one.device_user_reference === other.device_user_reference &&
  one.group === other.group &&
  one.slot_index === other.slot_index

const latestPeriod = (tx: TenantTransaction, phone_number: string): Promise<Period | undefined> =>
  tx.db
    .selectFrom('phone_number_periods')
    .selectAll()
    .where('client', '=', tx.client)
    .where('phone_number', '=', phone_number)
    .orderBy('first_verified', 'desc')
    .orderBy('device_reference', 'desc')
    .limit(1)
    .executeTakeFirst()

const prolong = (tx: TenantTransaction, { phone_number, first_verified, device_reference }: Period) =>
  tx.db
    .updateTable('phone_number_periods')
    .set({ last_verified: tx.now })
    .where('client', '=', tx.client)
    .where('phone_number', '=', phone_number)
    .where('first_verified', '=', first_verified)
    .where('device_reference', '=', device_reference)
    .execute()

const begin = (tx: TenantTransaction, period: Omit<Period, 'client' | 'first_verified' | 'last_verified'>) =>
  tx.db
    .insertInto('phone_number_periods')
    .values({ ...period, client: tx.client, first_verified: tx.now, last_verified: tx.now })
    // Twice within a millisecond.
    .onConflict((conflict) =>
      conflict.columns(['client', 'phone_number', 'first_verified', 'device_reference']).doNothing(),
    )
    .execute()

/** `GET /phone_numbers`: periods in groups that the caller may see, the latest beginning first. */
export const listPhoneNumbers = async (ctx: RequestContext, { query }: CallInput<typeof calls.listPhoneNumbers>) => {
  const visible = await ctx.groupsFor('devices:read')
  return answerTableList(ctx, query, {
    table: 'phone_number_periods',
    key: ['first_verified', 'phone_number', 'device_reference'],
    direction: 'desc',
    conditions: (filter) => [
      isAnyOf('group', visible),
      isAnyOf('group', filter.groups),
      isAnyOf('phone_number', filter.phone_numbers),
      isAnyOf('device_reference', filter.device_references),
      isAnyOf('device_user_reference', filter.device_user_references),
      filter.number === undefined ? undefined : hasDigits(filter.number),
    ],
    toItems: (rows) => rows,
  })
}

/** Of a number as it is dialled at home, fewer digits are compared: the last ones, without trunk prefixes. */
const nationalDigits = 9

/** Whether a number contains the digits of a text, or ends as it does; of a text that is no number, the text itself. */
const hasDigits = (text: string): Condition => {
  if (!isDialledNumber(text)) return containsText(['phone_number'], text)
  const digits = dialledNumber(text.replace('(0)', '')).replace(/^(?:\+|00)/, '')
  const parts = [digits, digits.replace(/^0(?=.)/, ''), digits.slice(-nationalDigits)].map((part) => `%${part}%`)
  return sql<boolean>`app.dialled_digits(phone_number) like any(${parts}::text[])`
}

/** For `GET /found`: the phone numbers of devices that contain the digits, each with the name of whoever had it last. */
export const foundOwnNumbers = async (ctx: RequestContext, text: string): Promise<FoundOfKind> => {
  if (!isDialledNumber(text)) return firstOfKind([])
  const devices = await ctx.groupsFor('devices:read')
  const people = await ctx.groupsFor('device_users:read')
  const where = allOf([isEqual('client', ctx.client), isAnyOf('group', devices), hasDigits(text)])
  const holder = allOf([
    isEqual('client', ctx.client),
    isAnyOf('group', people),
    sql<boolean>`device_user_reference = number.device_user_reference`,
  ])
  const found = sql<Found>`select 'own_number' as kind, phone_number as reference, null as payload_type,
      (select nullif(concat_ws(' ', first_name, surname), '') from device_users where ${holder}) as name
    from (select distinct on (phone_number) phone_number, device_user_reference from phone_number_periods where ${where}
      order by phone_number, first_verified desc limit ${limits.maxFoundOfKind + 1}) number order by phone_number`
  return firstOfKind(await ctx.readOnce(found.compile(queryBuilder)))
}
