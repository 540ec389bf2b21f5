import { prefetchList } from '../../shared/list/list-queries.ts'
import { providerAlerts } from './alert-area.ts'
import { accountColumn, alertColumns, providerFilters } from './alert-list.tsx'
import { AlertsScreen, alertSource } from './alerts-screen.tsx'
import { providerAlertActions } from './change-alerts.tsx'

const columns = [...alertColumns.slice(0, 2), accountColumn, ...alertColumns.slice(2)]

export const prefetch = prefetchList((_, filter) => alertSource(providerAlerts.list, providerFilters, filter))

/** The alerts of all accounts that the product shows to the provider's staff. */
export default function ClientsAlertsPage() {
  return (
    <AlertsScreen
      title="page.clients_alerts"
      area={providerAlerts}
      fields={providerFilters}
      columns={columns}
      actions={providerAlertActions}
      target="admin"
    />
  )
}
