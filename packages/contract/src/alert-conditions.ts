/**
 * What raises alerts. Each row says of which type, scope and severity the alerts are, who sees them, and how they end. Texts of
 * `packages/words` (`alert_condition.*`) tell people what happened, what raises and ends an alert, and what to do about it.
 */
import type { AlertKeyType, AlertScope, AlertSeverity, AlertTarget, AlertType } from './alert-kinds.ts'

export interface AlertCondition {
  readonly type: AlertType
  readonly scope: AlertScope
  readonly severity: AlertSeverity
  /** Transient alerts end some time after their last occurrence, Scoped ones with what raised them; people can clear both. */
  readonly key_type: AlertKeyType
  /** The portals that show them. */
  readonly targets: readonly AlertTarget[]
  /** Of Transient ones: how long after the last occurrence they end. */
  readonly expires_after_hours?: number
  /** Of Scoped ones that come and go: they end only after the cause has been away for so long. */
  readonly quiet_minutes?: number
  /** What the values of a message are, in the order in which texts name them. */
  readonly values: readonly string[]
}

const condition = <const C extends AlertCondition>(declared: C): C => declared

export const alertConditions = {
  /** Recordings of a device are missing 7 days after they were made (specification, product.md section 9). */
  payload_late: condition({
    type: 'PayloadAlert',
    scope: 'ops',
    severity: 'Medium',
    key_type: 'Scoped',
    targets: ['client'],
    values: ['device'],
  }),
  /** Recordings of a device do not open: key, tag or length are wrong. */
  payload_failed: condition({
    type: 'PayloadAlert',
    scope: 'ops',
    severity: 'High',
    key_type: 'Scoped',
    targets: ['client', 'admin'],
    values: ['device'],
  }),
  /** The scanner found something in recordings of a device, or they are not what they claim to be. */
  payload_quarantined: condition({
    type: 'PayloadAlert',
    scope: 'sec',
    severity: 'High',
    key_type: 'Scoped',
    targets: ['client'],
    values: ['device'],
  }),
  /** Stored content of a recording is missing or has changed. */
  payload_damaged: condition({
    type: 'PayloadAlert',
    scope: 'sec',
    severity: 'High',
    key_type: 'Scoped',
    targets: ['client', 'admin'],
    values: ['payload'],
  }),
  /** Numbers of a device's recordings are missing, and nobody has explained why. */
  sequence_gap: condition({
    type: 'DeviceAlert',
    scope: 'ops',
    severity: 'Medium',
    key_type: 'Scoped',
    targets: ['client'],
    values: ['device'],
  }),
  /** A device has not been in touch for as long as makes it silent. */
  device_silent: condition({
    type: 'DeviceAlert',
    scope: 'ops',
    severity: 'Medium',
    key_type: 'Scoped',
    targets: ['client'],
    values: ['device'],
  }),
  /** Many devices fell silent at about the same time, which has one cause more often than many. */
  devices_silent: condition({
    type: 'DeviceAlert',
    scope: 'ops',
    severity: 'High',
    key_type: 'Scoped',
    targets: ['client', 'admin'],
    values: ['count'],
  }),
  /** Somebody deactivated a device. */
  device_deactivated: condition({
    type: 'DeviceAlert',
    scope: 'ops',
    severity: 'Low',
    key_type: 'Transient',
    targets: ['client'],
    expires_after_hours: 7 * 24,
    values: ['device'],
  }),
  /** A device could not do what it was told, or did not answer within 7 days. */
  command_failed: condition({
    type: 'AndroidAlert',
    scope: 'ops',
    severity: 'Low',
    key_type: 'Transient',
    targets: ['client'],
    expires_after_hours: 7 * 24,
    values: ['device', 'command'],
  }),
  /** A device was reset to its factory state: what it had not uploaded is lost. */
  factory_reset: condition({
    type: 'AndroidAlert',
    scope: 'sec',
    severity: 'Medium',
    key_type: 'Transient',
    targets: ['client'],
    expires_after_hours: 7 * 24,
    values: ['device'],
  }),
  /** An active person with services has no active device, so nothing of theirs is recorded. */
  person_without_device: condition({
    type: 'DeviceUserAlert',
    scope: 'ops',
    severity: 'Medium',
    key_type: 'Scoped',
    targets: ['client'],
    values: ['person'],
  }),
  /** Nine of ten licences of a service are in use, or eight of ten. */
  licences_near_limit: condition({
    type: 'AccountAlert',
    scope: 'ops',
    severity: 'Medium',
    key_type: 'Scoped',
    targets: ['client', 'admin'],
    values: ['service', 'percent'],
  }),
  /** All licences of a service are in use: new devices and people with it are refused. */
  licences_exhausted: condition({
    type: 'AccountAlert',
    scope: 'ops',
    severity: 'High',
    key_type: 'Scoped',
    targets: ['client', 'admin'],
    values: ['service'],
  }),
  /** A change waits for a second person's decision for longer than two days. */
  approval_overdue: condition({
    type: 'AccountAlert',
    scope: 'sec',
    severity: 'Low',
    key_type: 'Scoped',
    targets: ['client'],
    values: ['count'],
  }),
  /** A run of the retention policy would destroy more than it may, and waits for a person. */
  retention_run_waits: condition({
    type: 'AccountAlert',
    scope: 'sec',
    severity: 'High',
    key_type: 'Scoped',
    targets: ['client'],
    values: ['recordings'],
  }),
  /** A run of the retention policy makes no progress. */
  retention_run_failed: condition({
    type: 'AccountAlert',
    scope: 'sec',
    severity: 'High',
    key_type: 'Scoped',
    targets: ['client'],
    values: [],
  }),
  /** The clock went ahead by more than an hour: retention stops until somebody confirms the time. */
  retention_clock_jumped: condition({
    type: 'AccountAlert',
    scope: 'sec',
    severity: 'High',
    key_type: 'Scoped',
    targets: ['client'],
    values: ['time'],
  }),
  /** A change of the retention policy that frees recordings waits for its time or a second person. */
  retention_change_waits: condition({
    type: 'AccountAlert',
    scope: 'sec',
    severity: 'Medium',
    key_type: 'Scoped',
    targets: ['client'],
    values: ['date'],
  }),
  /** The review date of a matter has come: somebody looks whether its legal holds are still needed. */
  hold_review_due: condition({
    type: 'AccountAlert',
    scope: 'sec',
    severity: 'Low',
    key_type: 'Scoped',
    targets: ['client'],
    values: ['matter', 'date'],
  }),
  /** Objects of destroyed recordings are still in the store after a day. Nobody can open them: their keys are gone. */
  destruction_unfinished: condition({
    type: 'AccountAlert',
    scope: 'sec',
    severity: 'High',
    key_type: 'Scoped',
    targets: ['client', 'admin'],
    values: ['count'],
  }),
  /** The object store says something else of locked recordings than it said before: they are gone, hidden, or locked for less long. */
  object_lock_differs: condition({
    type: 'AccountAlert',
    scope: 'sec',
    severity: 'High',
    key_type: 'Scoped',
    targets: ['client', 'admin'],
    values: ['count'],
  }),
  /** A database was restored from a backup, and what had been destroyed since was destroyed again. */
  destruction_replayed: condition({
    type: 'AccountAlert',
    scope: 'sec',
    severity: 'High',
    key_type: 'Transient',
    targets: ['client', 'admin'],
    expires_after_hours: 30 * 24,
    values: ['count'],
  }),
  /** A statement of completeness could not be made. */
  statement_failed: condition({
    type: 'AccountAlert',
    scope: 'ops',
    severity: 'Medium',
    key_type: 'Transient',
    targets: ['client', 'admin'],
    expires_after_hours: 7 * 24,
    values: [],
  }),
  /** The former enrolment secret is still in use and ends soon. */
  secret_expiring: condition({
    type: 'AccountAlert',
    scope: 'sec',
    severity: 'Medium',
    key_type: 'Scoped',
    targets: ['client'],
    values: ['date'],
  }),
  /** The provider's staff asked for access to the account. */
  support_requested: condition({
    type: 'AccountAlert',
    scope: 'sec',
    severity: 'Medium',
    key_type: 'Scoped',
    targets: ['client'],
    values: [],
  }),
  /** The provider's staff are in the account. */
  support_used: condition({
    type: 'PortalUserAlert',
    scope: 'sec',
    severity: 'Medium',
    key_type: 'Transient',
    targets: ['client'],
    expires_after_hours: 24,
    values: ['person'],
  }),
  /** Somebody used a role whose use is watched. */
  alertable_role_used: condition({
    type: 'PortalUserAlert',
    scope: 'sec',
    severity: 'Medium',
    key_type: 'Transient',
    targets: ['client'],
    expires_after_hours: 24,
    values: ['person', 'role'],
  }),
  /** Somebody was refused because of their network address. */
  address_refused: condition({
    type: 'PortalUserAlert',
    scope: 'sec',
    severity: 'Medium',
    key_type: 'Transient',
    targets: ['client'],
    expires_after_hours: 24,
    values: ['person', 'address'],
  }),
  /** A job of the product gave up after its last attempt. */
  job_failed: condition({
    type: 'LambdaAlert',
    scope: 'ops',
    severity: 'High',
    key_type: 'Transient',
    targets: ['admin'],
    expires_after_hours: 7 * 24,
    values: ['job'],
  }),
  /** A part that the product needs does not answer: database, object store, scanner or mail server. */
  part_down: condition({
    type: 'LambdaAlert',
    scope: 'ops',
    severity: 'High',
    key_type: 'Scoped',
    targets: ['admin'],
    quiet_minutes: 5,
    values: ['part'],
  }),
  /** A run of a migration ended with errors. */
  migration_failed: condition({
    type: 'MigrationAlert',
    scope: 'ops',
    severity: 'Medium',
    key_type: 'Transient',
    targets: ['client', 'admin'],
    expires_after_hours: 30 * 24,
    values: [],
  }),
  /** A transfer to the customer's archive failed, or part of it. */
  transfer_failed: condition({
    type: 'TransferAlert',
    scope: 'ops',
    severity: 'High',
    key_type: 'Scoped',
    targets: ['client', 'admin'],
    values: ['configuration'],
  }),
  /** A window of a transfer is not complete at the destination hours after it ended, for whatever reason. */
  transfer_late: condition({
    type: 'TransferAlert',
    scope: 'ops',
    severity: 'Medium',
    key_type: 'Scoped',
    targets: ['client', 'admin'],
    values: ['configuration'],
  }),
  /** The archive did not confirm in time what was transferred to it. */
  transfer_receipt_late: condition({
    type: 'TransferAlert',
    scope: 'ops',
    severity: 'Medium',
    key_type: 'Scoped',
    targets: ['client'],
    values: ['configuration'],
  }),
  /** The archive confirmed other bytes than were sent. */
  transfer_differs: condition({
    type: 'TransferAlert',
    scope: 'sec',
    severity: 'High',
    key_type: 'Scoped',
    targets: ['client'],
    values: ['configuration'],
  }),
  /** The PGP key of a transfer expires within 60 days, or cannot be used any more. */
  transfer_key_expiring: condition({
    type: 'TransferAlert',
    scope: 'ops',
    severity: 'Medium',
    key_type: 'Scoped',
    targets: ['client'],
    values: ['configuration'],
  }),
  /** The server of a destination showed another key than the pinned one. */
  transfer_host_key_changed: condition({
    type: 'TransferAlert',
    scope: 'sec',
    severity: 'High',
    key_type: 'Scoped',
    targets: ['client'],
    values: ['configuration'],
  }),
  /** Somebody had recordings transferred to another place, or to a first one. */
  transfer_destination_changed: condition({
    type: 'TransferAlert',
    scope: 'sec',
    severity: 'Medium',
    key_type: 'Transient',
    targets: ['client'],
    expires_after_hours: 7 * 24,
    values: ['configuration'],
  }),
  /** Nothing could be delivered to a webhook for days, so it was switched off. */
  webhook_failed: condition({
    type: 'AccountAlert',
    scope: 'ops',
    severity: 'Medium',
    key_type: 'Scoped',
    targets: ['client'],
    values: ['webhook'],
  }),
  /** Raised by people or client apps (`POST /alerts`), with texts of their own. */
  raised_by_hand: condition({
    type: 'Notification',
    scope: 'ops',
    severity: 'Low',
    key_type: 'Scoped',
    targets: ['client'],
    values: [],
  }),
} as const satisfies Record<string, AlertCondition>

export type AlertConditionName = keyof typeof alertConditions
export const alertConditionNames = Object.keys(alertConditions) as AlertConditionName[]
