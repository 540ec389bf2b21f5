import { serviceNames } from '@holdfast/contract'
import { customer, pendingRequest, unknownReference } from './fixture-data.ts'
import { errorAnswer, ok, type RequestDefinitions } from './request-definition.ts'

const anHourMs = 3_600_000
const ofCustomer = { client: customer }
const pending = { ...ofCustomer, request_reference: pendingRequest }

const unknownAlerts = { alert_references: [unknownReference] }
const raised = {
  alert_type: 'Notification',
  alert_scope: 'ops',
  alert_severity: 'Low',
  alert_subject: 'Maintenance',
  alert_message: 'On Sunday at 6',
}

/** Calls of the provider's area. */
export const providerRequests = {
  listClients: [{ open: ok }],
  createClient: [
    {
      body: { client: customer, name: 'Once more', locale: 'en-GB', identity_provider: null },
      open: errorAnswer('client.exists'),
    },
  ],
  getPortalConfig: [{ params: ofCustomer, open: ok }],
  putPortalConfig: [
    {
      params: ofCustomer,
      body: { version: 999, maps_key: null, monitoring: null, application_id: null, region: null },
      open: errorAnswer('edit.conflict'),
    },
  ],
  listAllAlerts: [{ open: ok }],
  summariseAllAlerts: [{ open: ok }],
  changeAllAlerts: [{ body: { ...unknownAlerts, change: 'clear' }, open: ok }],
  dismissAllAlerts: [{ body: unknownAlerts, open: ok }],
  raiseAlertsAsStaff: [
    {
      body: { alerts: [{ ...raised, client: 'nowhere' }] },
      open: errorAnswer('request.not_found'),
    },
  ],
  getOwnAlertAsStaff: [{ params: { alert_reference: unknownReference }, open: errorAnswer('request.not_found') }],
  changeClientAlerts: [{ params: ofCustomer, body: { ...unknownAlerts, change: 'clear' }, open: ok }],
  dismissClientAlerts: [{ params: ofCustomer, body: unknownAlerts, open: ok }],
  getClientAlert: [
    { params: { ...ofCustomer, alert_reference: unknownReference }, open: errorAnswer('request.not_found') },
  ],
  listCountries: [{ open: ok }],
  listLicences: [{ open: ok }],
  putLicences: [
    {
      params: ofCustomer,
      body: { version: 999, ...Object.fromEntries(serviceNames.map((service) => [service, 10])) },
      open: errorAnswer('edit.conflict'),
    },
  ],
  listPublicKeys: [{ open: ok }],
  rotatePublicKey: [{ params: { client: 'nowhere' }, open: errorAnswer('request.not_found') }],
  listStaff: [{ open: ok }],
  listStatistics: [{ open: ok }],
  getInstallationOverview: [{ open: ok }],
  listClientsTelemetry: [{ open: ok }],
  listClientTelemetry: [{ params: ofCustomer, open: ok }],
  listClientRoles: [{ params: ofCustomer, open: ok }],
  listClientSupportAccess: [{ params: ofCustomer, open: ok }],
  requestSupportAccess: [
    {
      params: ofCustomer,
      body: {
        role: 'No such role',
        request_description: 'Ticket 4711',
        requested_expiry: new Date(Date.now() + anHourMs).toISOString(),
      },
      open: errorAnswer('role.unknown'),
    },
  ],
  getClientSupportAccess: [{ params: pending, open: ok }],
  cancelSupportAccess: [
    { params: { ...ofCustomer, request_reference: unknownReference }, open: errorAnswer('request.not_found') },
  ],
  listSupportAccessByStatus: [{ params: { approval_status: 'pending' }, open: ok }],
} as const satisfies RequestDefinitions
