import type { Group } from '@holdfast/access'
import type { NotificationKind } from '@holdfast/contract'
import { providerClient } from '../../core/accounts/index.ts'
import type { Job } from '../../core/jobs.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { alertToTell, type ToldAlert, tellAlertJob } from '../alerts/index.ts'
import { type News, notifyPeople } from '../notifications/index.ts'
import { peopleWith } from '../portal-users/index.ts'

/** An alert as it is told. */
type AlertNews = NonNullable<Awaited<ReturnType<typeof alertToTell>>>

/**
 * Notifies people of a new alert: those of the account who may read it, and the provider's staff if it is theirs as well. Alerts of
 * low severity are only listed. Telling twice does no harm: a notification that is unread takes the place of the same one.
 */
export const tellAlert: Job<ToldAlert> = {
  definition: tellAlertJob,
  async handle({ platform: { authorization, database } }, { client, alert_reference }) {
    const groups = await authorization.groupsOf(client, null)
    const alert = await database.transaction(client, async (tx) => {
      const found = await alertToTell(tx, alert_reference)
      if (found?.alert_targets.includes('client')) {
        const group = found.group === null ? undefined : groups.get(found.group)
        if (found.group === null || group) await notifyPeople(tx, await newsOfAccount(tx, found, group))
      }
      return found
    })
    if (!alert?.alert_targets.includes('admin')) return
    await database.transaction(providerClient, async (tx) => notifyPeople(tx, await newsOfStaff(tx, alert)))
  },
}

const newsOfAccount = async (tx: TenantTransaction, alert: AlertNews, group: Group | undefined): Promise<News[]> => {
  const about = group ? { group } : {}
  const readers = await peopleWith(tx, (access) =>
    access.withAlertPermission(`${alert.alert_scope}_read`).can('alerts:read', about),
  )
  return newsFor(readers, alert)
}

const newsOfStaff = async (tx: TenantTransaction, alert: AlertNews): Promise<News[]> => {
  const readers = await peopleWith(tx, (access) =>
    access.withAlertPermission(`${alert.alert_scope}_read`).can('internal:alerts'),
  )
  return newsFor(readers, alert)
}

const newsFor = (
  readers: readonly { user_reference: string }[],
  { alert_reference, alert_scope, alert_severity, alert_subject }: AlertNews,
): News[] => {
  const kind: NotificationKind = `alert_${alert_scope}_${alert_severity === 'High' ? 'high' : 'other'}`
  return readers.map(({ user_reference: recipient }) => ({
    recipient,
    kind,
    caused_by: null,
    reference: alert_reference,
    name: alert_subject,
  }))
}
