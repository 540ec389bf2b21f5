import { calls, type Locale } from '@holdfast/contract'
import { type Platform, statementContentOf, storeStatement, writeStatement } from '@holdfast/server'
import type { DemoCustomer } from '../demo-customers.ts'
import { openedAt } from './fill-customer-history.ts'
import { named } from './named.ts'
import { at, replay } from './replay.ts'
import { hourMs } from './time-spans.ts'

/** Who states the completeness of which groups. */
const scenarios: Readonly<Record<string, { by: string; locale: Locale; groups: readonly string[] }>> = {
  meridian: { by: 'ruth.castellan', locale: 'en-GB', groups: ['Equities London', 'Rates and FX'] },
  aurora: { by: 'beatriz.costa', locale: 'pt-BR', groups: ['Assessores'] },
}

/** Statements of completeness of the last two months that were over when the account was opened. An account that has any is not changed. */
export const fillStatements = async (platform: Platform, customers: readonly DemoCustomer[]): Promise<void> => {
  for (const customer of customers) {
    const scenario = scenarios[customer.client]
    if (scenario === undefined || (await hasStatements(platform, customer.client))) continue
    const anchor = await openedAt(platform.database, customer.client)
    for (const monthsAgo of [2, 1]) {
      for (const group of scenario.groups)
        await fillStatement(platform, customer, { ...scenario, group, monthsAgo, anchor })
    }
  }
}

const hasStatements = ({ database }: Platform, client: string): Promise<boolean> =>
  database.read(client, async (tx) => {
    const found = await tx.db
      .selectFrom('completeness_statements')
      .select('statement_reference')
      .where('client', '=', client)
      .limit(1)
      .executeTakeFirst()
    return found !== undefined
  })

interface Wanted {
  by: string
  locale: Locale
  group: string
  monthsAgo: number
  anchor: number
}

const fillStatement = async (
  platform: Platform,
  { client, people }: DemoCustomer,
  { by, locale, group, monthsAgo, anchor }: Wanted,
): Promise<void> => {
  const opened = new Date(anchor)
  const first = Date.UTC(opened.getUTCFullYear(), opened.getUTCMonth() - monthsAgo, 1)
  const end = Date.UTC(opened.getUTCFullYear(), opened.getUTCMonth() - monthsAgo + 1, 1)
  // On the morning of the day after the month, unless that is yet to come.
  const moment = Math.min(end + 33 * hourMs, anchor - hourMs)
  const month = new Date(first).toISOString().slice(0, 'yyyy-mm'.length)
  const names = { groups: [group], colleagues: true, author: by }
  const content = await platform.database.read(client, (tx) =>
    statementContentOf(at(tx, moment), { group, month, names }),
  )
  const created_at = new Date(moment).toISOString()
  const row = await writeStatement(platform, client, { group, month, locale }, { content, created_at, created_by: by })
  const { action, method, path } = calls.createCompletenessStatement
  const making = {
    action,
    call: `${method} ${path}`,
    person: named(by, people),
    at: moment,
    group,
    seed: `statement of ${group} ${month}`,
  }
  await platform.database.transaction(client, (tx) => replay(tx, making, (then) => storeStatement(then, row)))
}
