import {
  type CallInput,
  type CallResponse,
  type ClientStatistics,
  type calls,
  ProductError,
  type ServiceName,
} from '@holdfast/contract'
import { sql } from 'kysely'
import { clientList, providerClient } from '../../core/accounts/index.ts'
import { answerTableList, type RequestContext } from '../../core/calls/index.ts'
import { isAnyOf } from '../../platform/database/index.ts'
import { ageOf } from './age.ts'
import { type CountedDays, countedDays } from './days.ts'
import { readAccounts } from './read-accounts.ts'
import { byState, readDays } from './read-days.ts'
import { readTotals } from './read-totals.ts'
import { noService, wholeAccount } from './statistics-rows.ts'

type Query = CallInput<typeof calls.listStatistics>['query']
type Filter = NonNullable<Query['filter']>

/**
 * `GET /statistics`: what a job counted last of each account (`countStatistics`). No customer's account is read, so that one that does
 * not answer keeps its last figures, marked as stale.
 */
export const listStatistics = async (
  ctx: RequestContext,
  { query }: CallInput<typeof calls.listStatistics>,
): Promise<CallResponse<typeof calls.listStatistics>> => {
  const { filter = {} } = query
  const isByClient = filter.rows === 'clients'
  if (isByClient && filter.services) throw new ProductError('request.invalid', {}, [servicesOfClients])
  const days = countedDays(filter, new Date())
  const page = await (isByClient ? clientRows(ctx, query, days) : serviceRows(ctx, query, days))
  if (!('items' in page)) return page
  const isFirst = query.last_key === undefined && !ctx.isExport
  return { ...page, totals: isFirst ? await readTotals(ctx.platform, filter, days) : null }
}

const servicesOfClients = {
  path: '/query/filter/services',
  keyword: 'not',
  params: {},
  message: 'must not be set with rows=clients: people and devices have several services',
}

/** A row for each account, also for one that was never counted. */
const clientRows = (ctx: RequestContext, query: Query, days: CountedDays) =>
  answerTableList<Filter, ClientStatistics, 'clients', 'client' | 'name'>(ctx, query, {
    ...clientList,
    list: 'statistics of clients',
    columns: ['client', 'name'],
    conditions: ({ clients }) => [isAnyOf('client', clients), sql<boolean>`client <> ${providerClient}`],
    toItems: (accounts) =>
      ctx.platform.database.readAcrossClients(async (db) => {
        const clients = accounts.map(({ client }) => client)
        const counted = await readAccounts(db, clients)
        const daysOf = await readDays(db, days, { clients, services: [wholeAccount] })
        return accounts.map(({ client, name }) => {
          const found = counted.get(client)
          const { users = 0, devices = 0, stored_bytes = 0 } = found ?? {}
          const recordings = daysOf(client, wholeAccount)
          return {
            client,
            name,
            service: null,
            ...days,
            users,
            devices,
            stored_bytes,
            recordings: byState(recordings),
            days: recordings,
            ...ageOf(found?.as_of, new Date()),
          }
        })
      }),
  })

/** A row for each service of an account. Recordings that need no service are in the figures of accounts only. */
const serviceRows = (ctx: RequestContext, query: Query, days: CountedDays) =>
  answerTableList<Filter, ClientStatistics, 'service_statistics', 'client' | 'service' | Figure>(ctx, query, {
    account: 'all',
    table: 'service_statistics',
    list: 'statistics of services',
    columns: ['client', 'service', ...figures],
    key: ['client', 'service'],
    conditions: ({ clients, services }) => [
      isAnyOf('client', clients),
      isAnyOf('service', services),
      sql<boolean>`service <> ${noService}`,
    ],
    toItems: async (rows) => {
      const names = new Map((await ctx.platform.clients.customers()).map(({ client, name }) => [client, name]))
      return ctx.platform.database.readAcrossClients(async (db) => {
        const clients = [...new Set(rows.map(({ client }) => client))]
        const services = [...new Set(rows.map(({ service }) => service))]
        const counted = await readAccounts(db, clients)
        const daysOf = await readDays(db, days, { clients, services })
        return rows.map(({ client, service, ...row }) => {
          const recordings = daysOf(client, service)
          return {
            client,
            name: names.get(client) ?? client,
            service: service as ServiceName,
            ...days,
            ...row,
            recordings: byState(recordings),
            days: recordings,
            ...ageOf(counted.get(client)?.as_of, new Date()),
          }
        })
      })
    },
  })

const figures = ['users', 'devices', 'stored_bytes'] as const
type Figure = (typeof figures)[number]
