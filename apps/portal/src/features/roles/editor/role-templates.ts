import { type Action, type AlertPermission, alertPermissions, offeredActions } from '@holdfast/contract'

const finding: readonly Action[] = [
  'payloads:read',
  'comments:read',
  'reviews:read',
  'devices:read',
  'device_users:read',
  'groups:read',
  'tags:read',
]

const reviewing: readonly Action[] = [
  ...finding,
  'payloads:play',
  'comments:write',
  'receipts:write',
  'reviews:write',
  'legal_holds:read',
  'matters:read',
  'matters:write',
]

interface Template {
  isOfGroups: boolean
  actions: readonly Action[]
  /** Without them, the actions on alerts show none. */
  alerts?: readonly AlertPermission[]
}

/** What people begin a new role with. Those of groups ask for the groups first. */
export const roleTemplates = {
  reviewer: { isOfGroups: true, actions: reviewing },
  supervisor: {
    isOfGroups: true,
    actions: [...reviewing, 'reviews:manage', 'comments:delete', 'alerts:read', 'alerts:write', 'audit:read'],
    alerts: alertPermissions,
  },
  device_manager: {
    isOfGroups: true,
    actions: [
      'devices:read',
      'devices:deactivate',
      'devices:command',
      'device_users:read',
      'device_users:write',
      'personal_numbers:read',
      'personal_numbers:write',
      'completeness:read',
      'completeness:explain',
      'gps:read',
      'logs:read',
      'telemetry:read',
      'groups:read',
      'tags:read',
      'alerts:read',
    ],
    alerts: ['ops_read'],
  },
  auditor: { isOfGroups: false, actions: ['audit:read', 'audit:export', 'groups:read', 'roles:read'] },
  administrator: {
    isOfGroups: false,
    actions: [
      'devices:read',
      'device_users:read',
      'device_users:write',
      'groups:read',
      'groups:write',
      'tags:read',
      'tags:write',
      'roles:read',
      'roles:write',
      'apps:read',
      'apps:write',
      'account:read',
      'account:write',
      'support_access:read',
      'support_access:decide',
      'alerts:read',
      'alerts:write',
      'audit:read',
      'licences:read',
    ],
    alerts: alertPermissions,
  },
} as const satisfies Record<string, Template>

export type TemplateName = keyof typeof roleTemplates

/** The actions of a template, without those that open nothing yet. */
export const offeredActionsOf = (name: TemplateName): Action[] =>
  roleTemplates[name].actions.filter((action) => offeredActions.includes(action))

/** The alert permissions of a template. */
export const alertsOf = (name: TemplateName): AlertPermission[] => {
  const { alerts = [] }: Template = roleTemplates[name]
  return [...alerts]
}

export const templateNames = Object.keys(roleTemplates) as TemplateName[]
