import { type Action, allActions, concernsNoGroup, isPayloadAction, offeredActions } from '@holdfast/contract'

/** The nouns of each area of the matrix, in the order in which it shows them. */
const nounsOfAreas = {
  recordings: ['payloads', 'comments', 'receipts', 'reviews'],
  keeping: ['matters', 'legal_holds', 'retention', 'transfers'],
  devices: [
    'devices',
    'device_users',
    'enrolment',
    'personal_numbers',
    'completeness',
    'carrier_records',
    'carrier_imports',
    'gps',
    'logs',
    'telemetry',
  ],
  access: ['groups', 'tags', 'roles', 'apps', 'support_access'],
  supervision: ['alerts', 'audit', 'reports'],
  account: ['account', 'licences', 'migrations', 'webhooks'],
  internal: ['internal'],
} as const

export type AreaName = keyof typeof nounsOfAreas

export interface Area {
  name: AreaName
  actions: readonly Action[]
}

export const nounOf = (action: string): string => action.slice(0, action.indexOf(':'))

export const areas: readonly Area[] = Object.entries(nounsOfAreas).map(([name, nouns]) => ({
  name: name as AreaName,
  actions: nouns.flatMap((noun) => allActions.filter((action) => nounOf(action) === noun)),
}))

/**
 * The areas that an account can use: only the provider's own has the provider's area. Actions that open nothing yet are not
 * offered, but a role that allows them shows them, because they will open something after an upgrade.
 */
export const areasOf = (isProvider: boolean, isHeld: (action: Action) => boolean): readonly Area[] =>
  areas
    .filter(({ name }) => isProvider || name !== 'internal')
    .map(({ name, actions }) => ({
      name,
      actions: actions.filter((one) => offeredActions.includes(one) || isHeld(one)),
    }))
    .filter(({ actions }) => actions.length > 0)

/** Whether the kinds of recordings of a role limit all actions of an area. */
export const isOfKinds = ({ actions }: Area): boolean => actions.every(isPayloadAction)

/** Whether the groups of a role limit an action; otherwise it concerns the account as a whole. */
export const isOfGroups = (action: string): boolean => !concernsNoGroup(action)
