import type { Handlers } from '../../core/calls/index.ts'
import {
  changeAlerts,
  changeAllAlerts,
  changeClientAlerts,
  dismissAlerts,
  dismissAllAlerts,
  dismissClientAlerts,
} from './change-alerts.ts'
import { endAlerts } from './end-alerts.ts'
import { getAlert, getClientAlert, getOwnAlertAsStaff } from './get-alert.ts'
import { listAlerts, listAllAlerts } from './list-alerts.ts'
import { raiseAlerts, raiseAlertsAsStaff } from './raise-alerts.ts'
import { summariseAlerts, summariseAllAlerts } from './summarise-alerts.ts'

export { agedAlerts } from './aged-alerts.ts'
export { alertToTell, findTold, markTold } from './alert-to-tell.ts'
export { clearAlert, clearAlerts, heldOf, releaseHeld } from './clear-alert.ts'
export { alertsLateSince, markWatched, watchedAt } from './lateness.ts'
export { type AlertCause, raiseAlert, raiseTogether } from './raise-alert.ts'
export { aboutDevice, aboutPerson, aboutSupportRequest, aboutTransferConfig } from './related.ts'
export { countOpenAlerts, openAlertsOfClients } from './summarise-alerts.ts'
export { type ToldBegin, type ToldEnd, tellAlertJob, tellClearedJob } from './tell-job.ts'
export { causesNotTold } from './told-since.ts'

export { follow, maxWatched, type Watch } from './watch.ts'

export const alertHandlers = {
  listAllAlerts,
  changeAllAlerts,
  raiseAlertsAsStaff,
  dismissAllAlerts,
  summariseAllAlerts,
  getOwnAlertAsStaff,
  changeClientAlerts,
  dismissClientAlerts,
  getClientAlert,
  listAlerts,
  changeAlerts,
  raiseAlerts,
  dismissAlerts,
  summariseAlerts,
  getAlert,
} satisfies Partial<Handlers>

export const alertJobs = [endAlerts]
