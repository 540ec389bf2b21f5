import { prefetchList } from '../../shared/list/list-queries.ts'
import { accountAlerts } from './alert-area.ts'
import { accountFilters, alertColumns } from './alert-list.tsx'
import { AlertsScreen, alertSource } from './alerts-screen.tsx'
import { accountAlertActions } from './change-alerts.tsx'

export const prefetch = prefetchList((_, filter) => alertSource(accountAlerts.list, accountFilters, filter))

/** The alerts of the account. */
export default function AlertsPage() {
  return (
    <AlertsScreen
      title="page.alerts"
      area={accountAlerts}
      fields={accountFilters}
      columns={alertColumns}
      actions={accountAlertActions}
      target="client"
    />
  )
}
