import { rowLevelSecurity } from './0001-foundation.ts'

const grant = (permission: string, roles: readonly string[]): string => {
  const permissions = `'[{"actions_matching": "${permission}"}]'::jsonb`
  const names = roles.map((role) => `'${role}'`).join(', ')
  return `update app.roles set permissions = permissions || ${permissions}
    where is_system and role_reference in (${names}) and not permissions @> ${permissions}`
}

/**
 * Scheduled reports, and an e-mail for each recipient and time. `period` is the time for which it is sent, or the minute in which
 * somebody asked for it, with `asked` before it: the key lets nobody be sent one twice.
 */
export const reports: readonly string[] = [
  `create table app.reports (
    client text not null, report_reference text not null, name text not null, kind text not null,
    view_reference text, queue_reference text, every text not null, weekday integer, month_day integer,
    hour integer not null, time_zone text not null, recipients text[] not null, is_active boolean not null,
    author text not null, next_at timestamptz(3), last_at timestamptz(3), stop_reason text, stopped_at timestamptz(3),
    created_at timestamptz(3) not null, updated_at timestamptz(3) not null, updated_by text not null,
    version integer not null default 1,
    primary key (client, report_reference))`,
  ...rowLevelSecurity('reports'),
  'create index reports_due on app.reports (client, next_at) where next_at is not null',
  `create table app.report_mails (
    client text not null, report_reference text not null, period text not null, recipient text not null,
    mail_reference text not null, state text not null, omission text,
    created_at timestamptz(3) not null, settled_at timestamptz(3),
    primary key (client, report_reference, period, recipient),
    foreign key (client, report_reference) references app.reports (client, report_reference) on delete cascade)`,
  ...rowLevelSecurity('report_mails'),
  grant('reports:*', ['Account Administrator', 'Compliance Officer']),
  grant('reports:read', ['Reviewer', 'Device Manager']),
  'update app.access_versions set version = version + 1',
]
