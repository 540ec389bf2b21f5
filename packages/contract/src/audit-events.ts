/**
 * What the trail calls a change, as `noun.past_participle`, with the sentence that screens show.
 * A mutating call that wrote none of these fails and rolls back.
 */
export const auditEvents = {
  'terms.accepted': 'Accepted the terms',
  'session.signed_in': 'Signed in',
  'session.signed_out': 'Signed out',
  'device.verified': 'Device authenticated',
  'device.deactivated': 'Device deactivated',
  'payload.registered': 'Recording registered by the device',
  'payload.part_received': 'Part of a recording arrived',
  'payload.uploaded': 'Recording arrived whole',
  'payload.scanning': 'Recording opened, malware scan begun',
  'payload.processed': 'Recording processed',
  'payload.failed': 'Recording could not be opened',
  'payload.quarantined': 'Recording quarantined',
  'payload.not_recoverable': 'Recording cannot be recovered from the device',
  'payload.transferred': 'Recording transferred',
  'payload.deleted': 'Recording deleted',
  'payload.destroyed': 'Recording destroyed',
  'payload.data_requested': 'Content of a recording handed out',
  'payload.played': 'Recording played',
  'payload.downloaded': 'Recording downloaded',
  'payload.conflict_refused': 'Other bytes under a known reference refused',
  'payload.statuses_read': 'Device asked for the status of recordings',
  'device_logs.received': 'Device logs received',
  'gps.received': 'Positions received',
  'telemetry.received': 'Telemetry received',
  'device_command.updated': 'Device reported the state of a command',
  'client.created': "Customer's account created",
  'role.created': 'Role created',
  'role.updated': 'Role changed',
  'role.deleted': 'Role deleted',
  'group.created': 'Group created',
  'group.updated': 'Group changed',
  'group.deleted': 'Group deleted',
  'portal_user.created': 'Portal user created at first sign-in',
} as const satisfies Record<`${string}.${string}`, string>

export type AuditEvent = keyof typeof auditEvents
