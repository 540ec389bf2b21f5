import {
  alertSeverities,
  type ClientSituation,
  type InstallationOverview,
  maxOverviewClients,
} from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { openAlertsOfClients } from '../alerts/index.ts'
import { limitedUseOfClients } from '../licences/index.ts'
import { ageOf } from './age.ts'
import { byNeed } from './by-need.ts'
import { dueJobs } from './due-jobs.ts'
import { readParts } from './installation-parts.ts'
import { readAccounts } from './read-accounts.ts'

/** `GET /statistics/overview`: licences and alerts only for callers who may see them elsewhere. */
export const getInstallationOverview = async (ctx: RequestContext): Promise<InstallationOverview> => {
  const { clients: accounts, database } = ctx.platform
  const customers = await accounts.customers()
  const now = new Date()
  return database.readAcrossClients(async (db) => {
    const counted = await readAccounts(db, 'all')
    const alerts = await openAlertsOfClients(ctx, db)
    const licences = ctx.access.can('internal:licences')
      ? await limitedUseOfClients(
          db,
          customers.map(({ client }) => client),
        )
      : null
    const clients = customers.map(({ client, name, is_active }): ClientSituation => {
      const found = counted.get(client)
      const bySeverity = alerts?.get(client) ?? []
      return {
        client,
        name,
        is_active,
        ...ageOf(found?.as_of, now),
        users: found?.users ?? 0,
        devices: found?.devices ?? 0,
        silent_devices: found?.silent_devices ?? 0,
        late: found?.late ?? 0,
        failed: found?.failed ?? 0,
        quarantined: found?.quarantined ?? 0,
        backlog: found?.backlog ?? 0,
        backlog_since: found?.backlog_since ?? null,
        stored_bytes: found?.stored_bytes ?? 0,
        licence: nearestToLimit(licences?.get(client) ?? []),
        alerts:
          alerts &&
          alertSeverities.map((severity) => ({
            severity,
            count: Number(bySeverity.find((one) => one.severity === severity)?.count ?? 0),
          })),
      }
    })
    return {
      clients: clients.toSorted(byNeed(now)).slice(0, maxOverviewClients),
      is_capped: clients.length > maxOverviewClients,
      parts: await readParts(db, now),
      jobs: await dueJobs(db),
    }
  })
}

type Licence = NonNullable<ClientSituation['licence']>

const nearestToLimit = (use: readonly Licence[]): Licence | null => {
  const share = ({ used, limit }: Licence) => (limit === 0 ? used : used / limit)
  return (
    use.filter(({ used, limit }) => limit > 0 || used > 0).toSorted((one, other) => share(other) - share(one))[0] ??
    null
  )
}
