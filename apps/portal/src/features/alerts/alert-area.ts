import { type Alert, type AlertsChanged, type CallInput, calls } from '@holdfast/contract'
import { readApi } from '../../shared/api/client.ts'
import { useCan } from '../../shared/session/profile.ts'
import { providerAccount } from '../../shared/session/provider-account.ts'
import type { SessionState } from '../../shared/session/session-state.ts'
import { useSession } from '../../shared/session/use-session.ts'

type Change = Omit<CallInput<typeof calls.changeAlerts>['body'], 'alert_references'>

/** Where alerts are shown: in an account, or across accounts to the provider's staff. */
export interface AlertArea {
  /** The address of the list. */
  path: '/dashboard/account/alerts' | '/internal/alerts'
  list: typeof calls.listAlerts | typeof calls.listAllAlerts
  summary: typeof calls.summariseAlerts | typeof calls.summariseAllAlerts
  mayRead: 'alerts:read' | 'internal:alerts'
  /** Who may acknowledge, silence, clear and re-open some. */
  mayWrite: 'alerts:write' | 'internal:alerts'
  addressOf: (alert: Pick<Alert, 'client' | 'alert_reference'>) => string
  /** Of alerts of one account. */
  change: (client: string, alert_references: string[], change: Change) => Promise<AlertsChanged>
  dismiss: (client: string, alert_references: string[], is_dismissed: boolean) => Promise<AlertsChanged>
}

export const accountAlerts: AlertArea = {
  path: '/dashboard/account/alerts',
  list: calls.listAlerts,
  summary: calls.summariseAlerts,
  mayRead: 'alerts:read',
  mayWrite: 'alerts:write',
  addressOf: ({ alert_reference }) => `/dashboard/account/alerts/${alert_reference}`,
  change: (_, alert_references, change) => readApi(calls.changeAlerts, { body: { alert_references, ...change } }),
  dismiss: (_, alert_references, is_dismissed) =>
    readApi(calls.dismissAlerts, { body: { alert_references, is_dismissed } }),
}

export const providerAlerts: AlertArea = {
  path: '/internal/alerts',
  list: calls.listAllAlerts,
  summary: calls.summariseAllAlerts,
  mayRead: 'internal:alerts',
  mayWrite: 'internal:alerts',
  addressOf: ({ client, alert_reference }) => `/internal/alerts/${client}/${alert_reference}`,
  change: (client, alert_references, change) => {
    const body = { alert_references, ...change }
    return client === providerAccount
      ? readApi(calls.changeAllAlerts, { body })
      : readApi(calls.changeClientAlerts, { params: { client }, body })
  },
  dismiss: (client, alert_references, is_dismissed) => {
    const body = { alert_references, is_dismissed }
    return client === providerAccount
      ? readApi(calls.dismissAllAlerts, { body })
      : readApi(calls.dismissClientAlerts, { params: { client }, body })
  },
}

const areaOf = ({ client, support }: SessionState): AlertArea =>
  client === providerAccount && !support ? providerAlerts : accountAlerts

/** Where this person sees alerts; `null` if nowhere. */
export const useAlertArea = (): AlertArea | null => {
  const can = useCan()
  const area = areaOf(useSession())
  return can(area.mayRead) ? area : null
}
