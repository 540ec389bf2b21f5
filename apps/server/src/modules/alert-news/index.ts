import type { AnyJob } from '../../core/jobs.ts'
import { beginAlertEmails } from './begin-emails.ts'
import { tellClearedAlert } from './publish-alert.ts'
import { removeOldTellings } from './remove-old-tellings.ts'
import { sendAlertEmail } from './send-email.ts'
import { tellAlert } from './tell-alert.ts'

export { registerAlertEmailMetrics } from './email-metrics.ts'

export const alertNewsJobs: readonly AnyJob[] = [tellAlert, tellClearedAlert, beginAlertEmails, removeOldTellings]

/** In the lane of e-mails. */
export const alertEmailJobs: readonly AnyJob[] = [sendAlertEmail]
