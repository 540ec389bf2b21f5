import { limits, type ServiceName, serviceNames } from '@holdfast/contract'
import { type Kysely, sql } from 'kysely'
import { Type } from 'typebox'
import type { Job } from '../../core/jobs.ts'
import type { Tables, TenantTransaction } from '../../platform/database/index.ts'
import { countDevicesByService, countDevicesOfClients } from '../devices/index.ts'
import { limitsOfClients } from '../licence-limits/index.ts'

/** How many months are shown, the present one included. */
const shownMonths = 24

/** The first day of the month of UTC, such as `2026-11-01`. */
export const monthOf = (time: Date): string => `${time.toISOString().slice(0, 7)}-01`

const monthsBefore = (time: Date, months: number): string =>
  monthOf(new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() - months, 1)))

/** Stores the licences in use in a month; the greatest number of the month is kept. */
export const storeLicenceUse = async (
  { client, db }: TenantTransaction,
  used: ReadonlyMap<string, number>,
  counted_at: Date,
): Promise<void> => {
  const month = monthOf(counted_at)
  await db
    .insertInto('licence_use')
    .values(
      serviceNames.map((service) => {
        const count = used.get(service) ?? 0
        return { client, month, service, used: count, most_used: count, counted_at }
      }),
    )
    .onConflict((conflict) =>
      conflict.columns(['client', 'month', 'service']).doUpdateSet((eb) => ({
        used: eb.ref('excluded.used'),
        most_used: sql<number>`greatest(licence_use.most_used, excluded.used)`,
        counted_at: eb.ref('excluded.counted_at'),
      })),
    )
    .execute()
}

/** Hourly: a month's use is the greatest number of these counts. */
export const countLicences: Job<Record<string, unknown>> = {
  definition: { name: 'count_licences', payload: Type.Object({}), maxAttempts: 5 },
  schedule: '41 * * * *',
  async handle({ platform, signal }) {
    for (const client of await platform.clients.names()) {
      signal.throwIfAborted()
      await platform.database.transaction(client, async (tx) =>
        storeLicenceUse(tx, await countDevicesByService(tx), tx.now),
      )
    }
  },
}

interface MonthOfUse {
  service: ServiceName
  month: string
  used: number
}

/** The greatest use of each month, earliest first. */
export const monthsOfUse = async ({ client, db, now }: TenantTransaction): Promise<MonthOfUse[]> => {
  const rows = await db
    .selectFrom('licence_use')
    .select(['service', 'month', 'most_used as used'])
    .where('client', '=', client)
    .where('month', '>=', monthsBefore(now, shownMonths - 1))
    .orderBy('month')
    .execute()
  return rows as MonthOfUse[]
}

/** The licences in use now and the limit of each service that is limited, by customer. Nothing is counted where nothing is limited. */
export const limitedUseOfClients = async (db: Kysely<Tables>, clients: readonly string[]) => {
  if (clients.length === 0) return new Map<string, LimitedUse[]>()
  const limitsOf = await limitsOfClients(db, clients)
  const limited = clients.flatMap((client) => {
    const allowed = limitsOf(client)
    const services = serviceNames.filter((service) => allowed[service] < limits.maxLicences)
    return services.length === 0 ? [] : [{ client, allowed, services }]
  })
  const used = await countDevicesOfClients(
    db,
    limited.map(({ client }) => client),
  )
  return new Map(
    limited.map(({ client, allowed, services }) => [
      client,
      services.map((service): LimitedUse => ({ service, used: used(client, service), limit: allowed[service] })),
    ]),
  )
}

interface LimitedUse {
  service: ServiceName
  used: number
  limit: number
}
