import { isAddressAdmitted } from '@holdfast/access'
import { type CallInput, type calls, limits, type ShutOut } from '@holdfast/contract'
import { recentCallers } from '../../core/activities/index.ts'
import type { RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { appsAfter } from '../client-apps/index.ts'
import { assertRangesValid } from '../grants/index.ts'
import { activePeople } from '../portal-users/index.ts'

const previewMs = limits.accountLimitPreviewDays * 24 * 60 * 60_000
const maxListed = 1_000
const maxAddresses = 20

/**
 * `POST /account/defaults/preview`: the people and client apps of the account that recently called from addresses
 * outside the ranges. The provider's staff are not included, because their visits expire anyway.
 */
export const previewAccountLimit = async (
  ctx: RequestContext,
  { body }: CallInput<typeof calls.previewAccountLimit>,
): Promise<{ shut_out: ShutOut[]; total: number }> => {
  const { cidr_ranges } = body
  assertRangesValid(cidr_ranges)
  if (!cidr_ranges?.length) return { shut_out: [], total: 0 }
  return ctx.read(async (tx) => {
    const names = await namesOf(tx)
    const seen = Map.groupBy(await readCallers(tx), ({ kind, reference }) => keyOf(kind, reference))
    const shut_out = [...seen].flatMap(([key, calls]) => {
      const name = names.get(key)
      return name === undefined ? [] : (shutOutBy(cidr_ranges, name, calls) ?? [])
    })
    shut_out.sort((a, b) => Number(a.is_seen_inside) - Number(b.is_seen_inside) || (a.reference < b.reference ? -1 : 1))
    return { shut_out: shut_out.slice(0, maxListed), total: shut_out.length }
  })
}

type Caller = Awaited<ReturnType<typeof readCallers>>[number]

const keyOf = (kind: ShutOut['kind'], reference: string): string => `${kind} ${reference}`

const shutOutBy = (ranges: readonly string[], display_name: string, calls: readonly Caller[]): ShutOut | null => {
  const outside = calls
    .filter(({ address }) => !isAddressAdmitted({ address, account_cidr_ranges: ranges }))
    .toSorted((a, b) => (a.last_seen > b.last_seen ? -1 : 1))
  const [latest] = outside
  if (!latest) return null
  const { kind, reference, last_seen } = latest
  return {
    kind,
    reference,
    display_name,
    addresses: outside.slice(0, maxAddresses).map(({ address }) => address),
    last_seen,
    is_seen_inside: outside.length < calls.length,
  }
}

/** People and client apps with the addresses of their calls. Refused calls and visits do not count. */
const readCallers = async (tx: TenantTransaction) => {
  const rows = await recentCallers(tx, new Date(tx.now.getTime() - previewMs))
  return rows.map(({ is_client_app, ...row }) => ({
    ...row,
    kind: is_client_app ? ('client_app' as const) : ('portal_user' as const),
  }))
}

/** Names of active people and existing apps. The limit does not affect others, because they cannot call anyway. */
const namesOf = async (tx: TenantTransaction): Promise<Map<string, string>> => {
  const people = await activePeople(tx)
  const apps = await appsAfter(tx, '')
  return new Map([
    ...people.map((one) => [keyOf('portal_user', one.user_reference), one.name || one.user_reference] as const),
    ...apps.map((one) => [keyOf('client_app', one.app_reference), one.app_reference] as const),
  ])
}
