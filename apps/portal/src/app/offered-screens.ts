import type { UserProfile } from '@holdfast/contract'
import type { PlacedScreen, Screen } from './screen.ts'

type Rights = Pick<UserProfile, 'actions' | 'payload_types'>

/** Whether the person's roles open the screen. */
export const isOpenTo = ({ actions }: Pick<Screen, 'actions'>, rights: Pick<Rights, 'actions'>): boolean =>
  actions === undefined || actions.some((action) => rights.actions.includes(action))

/** Whether navigation, settings and search palette offer the screen to a person. */
export const isOfferedTo = (screen: PlacedScreen, rights: Rights): boolean =>
  isOpenTo(screen, rights) &&
  isOpenTo({ actions: screen.place.offeredWith }, rights) &&
  (screen.place.payloadTypes?.some((type) => rights.payload_types.includes(type)) ?? true)
