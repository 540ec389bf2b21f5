import type { Access, Group } from '@holdfast/access'
import { providerClient } from '../../core/accounts/index.ts'
import type { Job } from '../../core/jobs.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { alertToTell, markTold, type ToldBegin, tellAlertJob } from '../alerts/index.ts'
import { peopleWith } from '../portal-users/index.ts'
import { type AlertNews, publishAlert } from './publish-alert.ts'
import { tellPeople } from './tell-people.ts'

/**
 * Tells of a new alert: the account's systems, the people of the account who may read it, and the provider's staff if it is theirs as
 * well. Of one that was re-opened only systems are told. Nobody is told twice, however often the job runs.
 */
export const tellAlert: Job<ToldBegin> = {
  definition: tellAlertJob,
  async handle({ platform: { authorization, database, settings } }, { client, alert_reference, reopened_at }) {
    const groups = await authorization.groupsOf(client, null)
    const alert = await database.transaction(client, async (tx) => {
      const found = await alertToTell(tx, alert_reference)
      if (!found || found.isSilenced) return null
      const news = { ...found, client }
      await publishAlert(tx, settings, 'alert.raised', {
        ...news,
        at: reopened_at ?? found.first_occurrence,
        reopened_at,
      })
      if (found.alert_state === 'Cleared' || reopened_at) return null
      const group = found.group === null ? undefined : groups.get(found.group)
      if (found.alert_targets.includes('client') && (found.group === null || group)) {
        await tellPeople(tx, await readersInAccount(tx, news, group), news)
      }
      return news
    })
    if (alert?.alert_targets.includes('admin')) {
      await database.transaction(providerClient, async (tx) => tellPeople(tx, await staffWhoRead(tx, alert), alert))
    }
    await database.transaction(client, (tx) => markTold(tx, alert_reference))
  },
}

const readersInAccount = (tx: TenantTransaction, alert: AlertNews, group: Group | undefined): Promise<string[]> =>
  referencesOf(tx, (access) => {
    const inScope = access.withAlertPermission(`${alert.alert_scope}_read`)
    return inScope.can('alerts:read', group ? { group } : {}) && !isToldOtherwise(access, alert)
  })

/** People who can decide on a request of the provider are notified of the request itself. */
const isToldOtherwise = (access: Access, { condition }: AlertNews): boolean =>
  condition === 'support_requested' && access.can('support_access:read') && access.can('support_access:decide')

const staffWhoRead = (tx: TenantTransaction, alert: AlertNews): Promise<string[]> =>
  referencesOf(tx, (access) => access.withAlertPermission(`${alert.alert_scope}_read`).can('internal:alerts'))

const referencesOf = async (tx: TenantTransaction, isSufficient: (access: Access) => boolean): Promise<string[]> =>
  (await peopleWith(tx, isSufficient)).map(({ user_reference }) => user_reference)
