import type { UserProfile } from '@holdfast/contract'
import type { Place, Screen } from './screen.ts'
import { screens } from './screens.ts'

export interface PlacedScreen extends Screen {
  place: Place
}

const hasPlace = (screen: Screen): screen is PlacedScreen => screen.place !== undefined

/** The screens of the navigation and the search palette, in order. */
export const placedScreens: readonly PlacedScreen[] = Object.values<readonly Screen[]>(screens).flat().filter(hasPlace)

const isBelow = (path: string, root: string): boolean => path.startsWith(`${root}/`)

/** The screen of the navigation that this one belongs to. Undefined for screens of the navigation themselves. */
const parentOf = (screen: Screen): PlacedScreen | undefined =>
  hasPlace(screen)
    ? undefined
    : placedScreens
        .filter(({ path }) => isBelow(screen.path, path))
        .sort((left, right) => right.path.length - left.path.length)[0]

/** The heading of a group of the navigation, if that is a screen. */
export const headingOf = (group: Place['group']): PlacedScreen | undefined =>
  placedScreens.find(({ place }) => place.isHeading && place.group === group)

/** The lists between a screen and its entry in the navigation, such as the list of statements below completeness. */
const listsBetween = (screen: Screen, parent: PlacedScreen): Screen[] =>
  Object.values<readonly Screen[]>(screens)
    .flat()
    .filter(({ path }) => isBelow(path, parent.path) && isBelow(screen.path, path) && !path.includes('$'))
    .sort((left, right) => left.path.length - right.path.length)

/** The screens above this one, from the outermost: the heading of its group, its screen of the navigation, and its list. */
export const screensAbove = (screen: Screen): Screen[] => {
  const parent = parentOf(screen)
  const heading = headingOf((parent ?? screen).place?.group ?? null)
  const between = parent ? listsBetween(screen, parent) : []
  return [heading, parent, ...between].filter(
    (above): above is Screen => above !== undefined && above.path !== screen.path,
  )
}

/**
 * Whether the address of another screen of the navigation begins with this one's. If so, this one is current only on
 * its exact address.
 */
export const hasPlacesBelow = (screen: PlacedScreen): boolean =>
  placedScreens.some(({ path }) => isBelow(path, screen.path))

type Rights = Pick<UserProfile, 'actions' | 'payload_types'>

/** Whether the person's roles open the screen. */
export const isOpenTo = ({ actions }: Pick<Screen, 'actions'>, rights: Pick<Rights, 'actions'>): boolean =>
  actions === undefined || actions.some((action) => rights.actions.includes(action))

/** The screens that the navigation and the search palette offer to a person. */
export const screensFor = (rights: Rights): PlacedScreen[] =>
  placedScreens.filter(
    (screen) =>
      isOpenTo(screen, rights) &&
      isOpenTo({ actions: screen.place.offeredWith }, rights) &&
      (screen.place.payloadTypes?.some((type) => rights.payload_types.includes(type)) ?? true),
  )
