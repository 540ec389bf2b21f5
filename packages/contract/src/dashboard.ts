import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { accountFields } from './entity-fields.ts'

const Count = Type.Integer({ minimum: 0 })
const VersionCounts = Type.Array(Type.Object({ version: Type.String(), count: Count }))

export const Dashboard = Type.Object(
  {
    ...accountFields,
    devices: Type.Object({
      activated: Count,
      pending: Count,
      deactivated: Count,
      legacyActivated: Count,
      legacyDeactivated: Count,
    }),
    users: Type.Object({ onboarded: Count, offboarded: Count, legacyOnboarded: Count, legacyOffboarded: Count }),
    app_versions: VersionCounts,
    os_versions: VersionCounts,
  },
  { title: 'Dashboard', description: 'Counts of devices and device users in the groups that the caller may see.' },
)
export type Dashboard = Static<typeof Dashboard>

export const getDashboard = call({
  catalogue: 'admin-client',
  method: 'GET',
  path: '/dashboard',
  summary: 'Counts devices, device users and the versions in use.',
  action: 'devices:read',
  response: Dashboard,
})

export const dashboardCalls = { getDashboard }
