import type { Handlers } from '../../core/calls/index.ts'
import type { AnyJob, JobLane } from '../../core/jobs.ts'
import { emailNotification } from './email-notification.ts'
import { listNotifications } from './list-notifications.ts'
import { markAllNotificationsRead, markNotificationsRead } from './mark-read.ts'
import { getNotificationSettings, putAlertPreferences, putNotificationSetting } from './notification-settings.ts'
import { removeOldNotifications } from './remove-old-notifications.ts'

export { alertPreferencesOf } from './alert-preferences.ts'
export { choicesOf, deliveriesTo } from './choices.ts'
export { registerEmailMetrics } from './email-state.ts'
export { mailAddressOf } from './mail-address.ts'
export { type News, notifyPeople, notNotifiedSince, readAmong, removeNotifications } from './notify-people.ts'

export const notificationHandlers = {
  listNotifications,
  markNotificationsRead,
  markAllNotificationsRead,
  getNotificationSettings,
  putNotificationSetting,
  putAlertPreferences,
} satisfies Partial<Handlers>

export const notificationJobs: readonly AnyJob[] = [removeOldNotifications]

/** A lane of its own: a mail server that does not answer delays nothing else. */
export const emailLane: JobLane = { jobs: [emailNotification], concurrency: 1 }
