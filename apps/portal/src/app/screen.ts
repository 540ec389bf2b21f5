import type { Action, PayloadType } from '@holdfast/contract'
import type { Icon } from '@tabler/icons-react'
import type { ListName } from '../features/payloads/kinds.ts'
import type { MessageId } from '../shared/i18n/text.ts'
import type { PageModule } from '../shared/screens/page-module.ts'

/** A screen's place in the navigation and the search palette. */
export interface Place {
  /** The heading above it in the navigation. */
  group: MessageId | null
  icon: Icon
  /** It stands above the other screens of its group, as the group's heading, and before them in their breadcrumbs. */
  isHeading?: true
  /** Counts what waits there. */
  badge?: 'waiting_requests'
  /** Offered to people with any of these actions. Others who may open the screen are led to it. */
  offeredWith?: readonly Action[]
  /** Offered to people who may see any of these types. */
  payloadTypes?: readonly PayloadType[]
}

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
  recording?: ListName
}
