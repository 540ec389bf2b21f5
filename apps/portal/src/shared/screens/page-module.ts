import type { UserProfile } from '@holdfast/contract'
import type { ComponentType } from 'react'
import type { RowsOfCall } from '../list/neighbours.ts'

/** The address and the person that a screen is opened for. */
export interface ScreenRequest {
  /** The references in the address. */
  params: Readonly<Record<string, string | undefined>>
  /** The query of the address, as the router parsed it. */
  search: Record<string, unknown>
  profile: UserProfile
}

/**
 * Starts to read what a screen shows, while or before it is opened: also when somebody points at a link to it. It returns at
 * once; the screen waits for the data and shows its errors.
 */
export type Prefetch = (request: ScreenRequest) => void

/** The module of a screen. */
export interface PageModule {
  default: ComponentType
  prefetch?: Prefetch
  /** Of a list: how somebody who opened one of its rows goes on to further ones after a reload. */
  rows?: readonly RowsOfCall[]
}
