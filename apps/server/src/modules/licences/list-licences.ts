import { type CallInput, type calls, type ServiceLimits, serviceNames } from '@holdfast/contract'
import { sql } from 'kysely'
import { clientList, providerClient } from '../../core/accounts/index.ts'
import { answerTableList, type RequestContext } from '../../core/calls/index.ts'
import { isAnyOf } from '../../platform/database/index.ts'
import { limitsOfClients } from '../licence-limits/index.ts'
import { newestUse } from './licence-use.ts'

/** `GET /licenses`: all customers by identifier, with the use that was counted last. */
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
        const counted = await newestUse(db, references, new Date())
        return clients.map(({ client, name }) => {
          const use = counted.get(client) ?? []
          const used = Object.fromEntries(
            serviceNames.map((service) => [service, use.find((one) => one.service === service)?.used ?? 0]),
          ) as ServiceLimits
          return { ...limits(client), name, used, counted_at: use[0]?.counted_at ?? null }
        })
      })
    },
  })
