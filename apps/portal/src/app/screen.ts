import type { Action, PayloadType } from '@holdfast/contract'
import type { Icon } from '@tabler/icons-react'
import type { AnyKindName } from '../features/payloads/kinds.ts'
import type { MessageId } from '../shared/i18n/text.ts'
import type { PageModule } from '../shared/screens/page-module.ts'
import type { SectionName, SettingsSectionName } from './screens/sections.ts'

/** Where a screen is listed: in the navigation or in an area of settings. The search palette lists all of them. */
interface Offer {
  icon: Icon
  /** Counts what waits there. */
  badge?: 'waiting_requests'
  /** Offered to people with any of these actions. Others who may open the screen are led to it. */
  offeredWith?: readonly Action[]
  /** Offered to people who may see any of these types. */
  payloadTypes?: readonly PayloadType[]
}

/** A place in the navigation. */
interface NavigationPlace extends Offer {
  section: SectionName
  /** A shorter name for the navigation, where the title would repeat that of the section. */
  name?: MessageId
  /** The other screens of its section have it before them in their breadcrumbs. */
  isHeading?: true
}

/** A place in an area of settings, for what is set up and then seldom touched. */
interface SettingsPlace extends Offer {
  settings: SettingsSectionName
  /** A description for the list of settings. */
  about: MessageId
}

export type Place = NavigationPlace | SettingsPlace

export interface Screen {
  /** The address; `$name` is a reference. */
  path: string
  /** Used in the document title, the navigation, the search palette and the breadcrumbs. */
  title: MessageId
  /** Fetches the component and its `prefetch`. Undefined while the page reloads itself because the chunk is gone. */
  load: () => Promise<PageModule | undefined>
  /** Any of these actions opens the screen. Without them, everybody in its section may open it. */
  actions?: readonly Action[]
  place?: Place
  /** Validates the query of the address. */
  search?: (query: Record<string, unknown>) => object
  /** On a public screen: signing out leads to /sign-in, as it does in the sections for signed-in people. */
  isForSignedIn?: boolean
  /** Shows one recording of this kind. The router redirects recordings of other kinds to their own screen first. */
  recording?: AnyKindName
}

/** A screen that the navigation or an area of settings offers. */
export interface PlacedScreen<P extends Place = Place> extends Screen {
  place: P
}

export type NavigationScreen = PlacedScreen<NavigationPlace>
export type SettingsScreen = PlacedScreen<SettingsPlace>

export const isPlaced = (screen: Screen): screen is PlacedScreen => screen.place !== undefined
export const isInNavigation = (screen: Screen): screen is NavigationScreen =>
  screen.place !== undefined && 'section' in screen.place
export const isSetting = (screen: Screen): screen is SettingsScreen =>
  screen.place !== undefined && 'settings' in screen.place
