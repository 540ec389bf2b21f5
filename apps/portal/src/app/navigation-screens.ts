import { isOfferedTo } from './offered-screens.ts'
import { isInNavigation, isPlaced, isSetting, type PlacedScreen, type Screen, type SettingsScreen } from './screen.ts'
import { settingsSections } from './screens/sections.ts'
import { screens } from './screens.ts'

const allScreens: readonly Screen[] = Object.values<readonly Screen[]>(screens).flat()

/** The screens of the navigation, of the areas of settings and of the search palette, in order. */
export const placedScreens: readonly PlacedScreen[] = allScreens.filter(isPlaced)

const isBelow = (path: string, root: string): boolean => path.startsWith(`${root}/`)

/** The screen of the navigation or of the settings that this one belongs to, which may be itself. */
export const entryOf = (screen: Screen): PlacedScreen | undefined =>
  isPlaced(screen)
    ? screen
    : placedScreens
        .filter(({ path }) => isBelow(screen.path, path))
        .sort((left, right) => right.path.length - left.path.length)[0]

/** The screens that an area of settings lists; none for other screens. */
export const settingsOf = ({ path }: Screen): SettingsScreen[] =>
  placedScreens.filter(isSetting).filter(({ place }) => settingsSections[place.settings].area === path)

/** The screen before this one in the breadcrumbs: the list of its area of settings, or the heading of its section. */
const headingOf = (entry: PlacedScreen): PlacedScreen | undefined => {
  const { place } = entry
  return placedScreens
    .filter(isInNavigation)
    .find((each) =>
      'settings' in place
        ? each.path === settingsSections[place.settings].area
        : each.place.isHeading && each.place.section === place.section,
    )
}

/** The lists between a screen and its entry in the navigation, such as the list of statements below completeness. */
const listsBetween = (screen: Screen, entry: PlacedScreen): Screen[] =>
  allScreens
    .filter(({ path }) => isBelow(path, entry.path) && isBelow(screen.path, path) && !path.includes('$'))
    .sort((left, right) => left.path.length - right.path.length)

/** The screens above this one, from the outermost: the heading, its entry in the navigation, and its list. */
export const screensAbove = (screen: Screen): Screen[] => {
  const entry = entryOf(screen)
  if (!entry) return []
  const above = [headingOf(entry), entry, ...listsBetween(screen, entry)]
  return above.filter((each): each is Screen => each !== undefined && each.path !== screen.path)
}

/**
 * Whether the address of another screen of the navigation begins with this one's. If so, this one is current only on
 * its exact address.
 */
export const hasPlacesBelow = (screen: PlacedScreen): boolean =>
  placedScreens.some(({ path }) => isBelow(path, screen.path))

/** The screens that the navigation, the areas of settings and the search palette offer to a person. */
export const screensFor = (rights: Parameters<typeof isOfferedTo>[1]): PlacedScreen[] =>
  placedScreens.filter((screen) => isOfferedTo(screen, rights))
