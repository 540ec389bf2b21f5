import { type CallInput, type calls, type ServiceLimits, serviceNames } from '@holdfast/contract'
import { sql } from 'kysely'
import { clientList, providerClient } from '../../core/accounts/index.ts'
import { answerTableList, type RequestContext } from '../../core/calls/index.ts'
import { isAnyOf } from '../../platform/database/index.ts'
import { countDevicesOfClients } from '../devices/index.ts'
import { limitsOfClients } from '../licence-limits/index.ts'

/** `GET /licenses`: all customers by identifier, with the use of this moment, as the customers read their own. */
export const listLicences = (ctx: RequestContext, { query }: CallInput<typeof calls.listLicences>) =>
  answerTableList(ctx, query, {
    ...clientList,
    list: 'licences of all clients',
    columns: ['client', 'name'],
    conditions: ({ clients }) => [isAnyOf('client', clients), sql<boolean>`client <> ${providerClient}`],
    toItems: async (clients) => {
      const references = clients.map(({ client }) => client)
      if (references.length === 0) return []
      return ctx.platform.database.readAcrossClients(async (db) => {
        const limits = await limitsOfClients(db, references)
        const used = await countDevicesOfClients(db, references)
        return clients.map(({ client, name }) => {
          const use = Object.fromEntries(serviceNames.map((service) => [service, used(client, service)]))
          return { ...limits(client), name, used: use as ServiceLimits }
        })
      })
    },
  })
