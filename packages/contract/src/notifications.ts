/** Notifications: what happened that concerns one person, until they have read it. */
import { type Static, type TSchema, Type } from 'typebox'
import { alertConditionNames } from './alert-conditions.ts'
import { AlertSeverity, AlertType, AlertValues } from './alert-kinds.ts'
import { call } from './call.ts'
import { Author, accountFields } from './entity-fields.ts'
import { ClientIdentifier, GroupReference, PayloadReference, Ulid } from './fields.ts'
import { limits } from './limits.ts'
import { Locale } from './locales.ts'
import { closed, nullable } from './nullable.ts'
import { listOf, listQuery } from './pages.ts'
import { PayloadType } from './payload-types.ts'
import { portalReadHeaders } from './portal-reads.ts'
import { batchOf } from './reference-lists.ts'
import { Timestamp, TimeZone } from './times.ts'

/**
 * What people are notified of. `mentioned`: in a comment. `reviews_*`: what is assigned to them, passed on to them, or due. `queue_overdue`: a
 * queue that they drew. `queue_not_drawn`: a queue that repeats and that they manage, whose draw failed or is stopped. `support_requested`, `access_requested`: a request that they can decide on. `access_approved`, `access_rejected`,
 * `access_expired`: what became of their own request. `access_review_*`: a review of access that they own. `access_removal_needed`: an owner revoked
 * access that the reader can take away. `role_draft_*`: a change that was handed over, which they may approve, or which is theirs.
 * `role_given`: they have a role until a time. `role_end_changed`: somebody else changed the end of a role that they had given.
 * `matter_owned`, `matter_joined`: somebody made them the owner or a member of a matter. `report_stopped`: a scheduled report of theirs. `alert_*`: an alert of operations or security that they may read, of high or medium severity.
 */
export const notificationKinds = [
  'mentioned',
  'reviews_assigned',
  'reviews_escalated',
  'reviews_due_soon',
  'reviews_overdue',
  'queue_overdue',
  'queue_not_drawn',
  'support_requested',
  'access_review_drawn',
  'access_review_overdue',
  'access_removal_needed',
  'role_draft_handed_over',
  'role_draft_approved',
  'role_draft_rejected',
  'access_requested',
  'access_approved',
  'access_rejected',
  'access_expired',
  'role_given',
  'role_end_changed',
  'matter_owned',
  'matter_joined',
  'report_stopped',
  'alert_ops_high',
  'alert_ops_other',
  'alert_sec_high',
  'alert_sec_other',
] as const
export const NotificationKind = Type.Enum(notificationKinds)
export type NotificationKind = Static<typeof NotificationKind>

export const Notification = Type.Object(
  {
    ...accountFields,
    notification_reference: Ulid,
    kind: NotificationKind,
    occurred_at: Timestamp,
    caused_by: nullable(Author),
    caused_by_name: nullable(Type.String({ description: 'null: not known' })),
    is_hidden: Type.Boolean({ description: 'It is about something that the caller may not see any more' }),
    payload: nullable(
      Type.Object(
        { payload_reference: PayloadReference, payload_type: PayloadType },
        { description: 'The recording that it is about' },
      ),
    ),
    reference: nullable(
      Type.String({ description: 'Of the queue, request, change, review, alert, report or matter that it is about' }),
    ),
    name: nullable(
      Type.String({
        description:
          'Of the review queue, of the group of a review of access, of the role that was given, of what a change that was handed over changes, of the scheduled report that stopped, the title of a matter, or the subject of an alert',
      }),
    ),
    alert: nullable(
      Type.Object(
        { client: ClientIdentifier, condition: Type.Enum(alertConditionNames), condition_values: AlertValues },
        { description: 'Of an alert: its account, and what its texts in other languages name' },
      ),
    ),
    items: nullable(Type.Integer({ minimum: 1, description: 'How many recordings or rows it is about' })),
    read_at: nullable(Timestamp),
  },
  { title: 'Notification', description: 'Something that happened and concerns the caller.' },
)
export type Notification = Static<typeof Notification>

const ofNotifications = { catalogue: 'admin-client', action: 'signed_in', beyondSpecification: true } as const
const Marked = Type.Object({ marked: Type.Integer({ minimum: 0, description: 'How many were not read before' }) })

export const listNotifications = call({
  ...ofNotifications,
  method: 'GET',
  path: '/notifications',
  summary: 'Lists the notifications of the caller, newest first.',
  requestHeaders: portalReadHeaders,
  query: listQuery({ is_unread: Type.Optional(Type.Boolean()) }),
  response: listOf(Notification),
  errors: ['list.bad_last_key'],
})

export const markNotificationsRead = call({
  ...ofNotifications,
  method: 'POST',
  path: '/notifications/read',
  summary: 'Marks 1 to 100 notifications of the caller as read. Unknown ones are left out.',
  body: Type.Object({ notification_references: batchOf(Ulid) }, closed),
  maxBodyBytes: limits.maxSmallBodyBytes,
  response: Marked,
  audit: 'notifications.read',
})

export const markAllNotificationsRead = call({
  ...ofNotifications,
  method: 'POST',
  path: '/notifications/read_all',
  summary: 'Marks all notifications of the caller as read, up to the newest one that they have seen.',
  body: Type.Object({ until: Ulid }, closed),
  maxBodyBytes: limits.maxSmallBodyBytes,
  response: Marked,
  audit: 'notifications.read',
})

/** How somebody is notified of a kind. */
export const notificationDeliveries = ['off', 'portal', 'portal_and_email'] as const
export const NotificationDelivery = Type.Enum(notificationDeliveries)
export type NotificationDelivery = Static<typeof NotificationDelivery>

/** How often somebody gets e-mails about alerts. Those of High severity are sent at once. */
export const alertEmailFrequencies = ['single', 'hourly', 'daily'] as const
export const AlertEmailFrequency = Type.Enum(alertEmailFrequencies, {
  description: 'single: as they are raised, at most one e-mail in 5 minutes. daily: at 8 in the time zone',
})
export type AlertEmailFrequency = Static<typeof AlertEmailFrequency>

/** A time of day, such as 22:00. */
const TimeOfDay = Type.String({ rule: 'TimeOfDay', pattern: '^(?:[01][0-9]|2[0-3]):[0-5][0-9]$' })

const someOf = <T extends TSchema>(one: T) =>
  Type.Array(one, { minItems: 1, maxItems: limits.maxReferencesInBatch, uniqueItems: true })

const alertPreferenceFields = {
  alert_types: nullable(someOf(AlertType)),
  alert_severities: someOf(AlertSeverity),
  groups: nullable(someOf(GroupReference)),
  email_frequency: AlertEmailFrequency,
  quiet_hours: nullable(Type.Object({ from: TimeOfDay, until: TimeOfDay }, closed)),
  time_zone: TimeZone,
}
export const AlertPreferences = Type.Object(alertPreferenceFields, {
  description:
    'Of which alerts somebody is notified, besides the four kinds of notifications, and when e-mails about them are sent. null: of all types, of all groups. Alerts without a group are of all groups. Nothing but alerts of High severity is sent in quiet hours.',
})
export type AlertPreferences = Static<typeof AlertPreferences>

/** Without a choice: alerts of Medium and High severity, one by one. */
export const defaultAlertPreferences: AlertPreferences = {
  alert_types: null,
  alert_severities: ['Medium', 'High'],
  groups: null,
  email_frequency: 'single',
  quiet_hours: null,
  time_zone: 'UTC',
}

/** Whether e-mails can be sent to somebody: not without a mail server, or without an address of theirs. */
const emailStates = ['ready', 'not_set_up', 'no_address'] as const

export const NotificationSettings = Type.Object(
  {
    ...accountFields,
    kinds: Type.Array(Type.Object({ kind: NotificationKind, delivery: NotificationDelivery }), {
      description: 'The kinds that concern somebody with the roles of the caller',
    }),
    alerts: AlertPreferences,
    email: Type.Object({
      state: Type.Enum(emailStates),
      address: nullable(Type.String()),
      failed_at: nullable({
        ...Timestamp,
        description: 'null, unless the newest e-mail to the caller could not be sent',
      }),
    }),
  },
  { title: 'NotificationSettings', description: 'What the caller is notified of.' },
)
export type NotificationSettings = Static<typeof NotificationSettings>

export const getNotificationSettings = call({
  ...ofNotifications,
  method: 'GET',
  path: '/notification_settings',
  summary: 'Reads what the caller is notified of.',
  response: NotificationSettings,
})

export const putNotificationSetting = call({
  ...ofNotifications,
  method: 'PUT',
  path: '/notification_settings/{kind}',
  summary: 'Chooses whether the caller is notified of a kind. Notifications that they have already stay.',
  params: Type.Object({ kind: NotificationKind }, closed),
  body: Type.Object(
    {
      delivery: NotificationDelivery,
      locale: Type.Optional({ ...Locale, description: 'The language of e-mails; by default that of the account' }),
    },
    closed,
  ),
  maxBodyBytes: limits.maxSmallBodyBytes,
  response: NotificationSettings,
  audit: 'notification_setting.updated',
  errors: ['notification.no_email'],
})

export const putAlertPreferences = call({
  ...ofNotifications,
  method: 'PUT',
  path: '/notification_settings',
  summary: 'Chooses of which alerts the caller is notified, and when e-mails about alerts are sent.',
  body: Type.Object(alertPreferenceFields, closed),
  maxBodyBytes: limits.maxSmallBodyBytes,
  response: NotificationSettings,
  audit: 'notification_setting.updated',
  errors: ['notification.bad_time_zone'],
})

export const notificationCalls = {
  listNotifications,
  markNotificationsRead,
  markAllNotificationsRead,
  getNotificationSettings,
  putNotificationSetting,
  putAlertPreferences,
}
