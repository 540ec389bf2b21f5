import { serviceNames } from '@holdfast/contract'
import type pg from 'pg'
import { providerClient } from '../../apps/server/src/core/accounts/index.ts'
import { allDays } from '../../apps/server/src/modules/payloads/index.ts'
import { noService, wholeAccount } from '../../apps/server/src/modules/statistics/statistics-rows.ts'

const services = `unnest(array['${[...serviceNames, noService].join("','")}']) as service`
const states = ['Recorded', 'Uploaded', 'Processed', 'Deleted', 'Failed', 'Quarantined']
const account = `'customer-' || lpad(i::text, 3, '0')`
const days = 366

/** Figures that the job counts for customers with this many recordings together: of each day, service and state of a year; alerts, limits and licences. */
const statementsFor = (clients: number, recordings: number): string[] => {
  const numbered = `generate_series(1, ${clients}) i`
  const mean = recordings / clients / days / (serviceNames.length + 1)
  const figures = '10, 12, 1, 5, 3, 1, 40, now(), 5000000000, now(), now()'
  return [
    `insert into app.clients (client, name, locale, is_active, created_at, updated_at)
      select ${account}, 'Customer ' || i, 'en-GB', true, now(), now() from ${numbered}`,
    `insert into app.daily_statistics (client, day, service, payload_state, payloads)
      select ${account}, (now() at time zone 'UTC')::date - day, service, payload_state,
        greatest(1, round(${mean} * (case payload_state when 'Processed' then .95 else .01 end)))
      from ${numbered}, generate_series(0, ${days - 1}) day, ${services}, unnest(array['${states.join("','")}']) payload_state`,
    // Sums of the account, of all its days, and of all customers, as the job makes them.
    `insert into app.daily_statistics select client, day, '${wholeAccount}', payload_state, sum(payloads) from app.daily_statistics
      group by client, day, payload_state`,
    `insert into app.daily_statistics select client, '${allDays}', service, payload_state, sum(payloads) from app.daily_statistics
      group by client, service, payload_state`,
    `insert into app.daily_statistics select '${providerClient}', day, service, payload_state, sum(payloads)
      from app.daily_statistics group by day, service, payload_state`,
    `insert into app.account_statistics select ${account}, ${figures} from ${numbered}`,
    `insert into app.account_statistics select '${providerClient}', ${figures}`,
    `insert into app.service_statistics select ${account}, service, 10, 12, 500000000 from ${numbered}, ${services}`,
    `insert into app.licence_limits select ${account}, ${serviceNames.map(() => 20).join(', ')}, now(), now(), 'bench' from ${numbered}`,
    `insert into app.licence_use select ${account}, date_trunc('month', now())::date - months * interval '1 month', service, 12, 12, now()
      from ${numbered}, generate_series(0, 23) months, ${services} where service <> '${noService}'`,
    `insert into app.alerts (client, alert_reference, alert_key, condition, alert_type, alert_scope, alert_severity, alert_key_type,
        alert_targets, alert_subject, alert_message, condition_values, alert_state, first_occurrence, last_occurrence,
        related_entities, updated_at)
      select ${account}, number, number, 'payload_failed', 'PayloadAlert', 'ops', (array['Low', 'Medium', 'High'])[1 + number % 3], 'Scoped',
        '{client,admin}', 'Alert', 'Alert', '{}', 'Triggered', now(), now(), '[]', now()
      from ${numbered}, generate_series(1, 100) number`,
    'vacuum (analyze)',
    'checkpoint',
  ]
}

/** Fills what the statistics read. There are no recordings: no statement of these calls reads them. */
export const fillStatistics = async (owner: pg.Client, clients: number, recordings: number): Promise<void> => {
  for (const statement of statementsFor(clients, recordings)) await owner.query(statement)
}
