import type { UserProfile } from '@holdfast/contract'
import type { ComponentType } from 'react'

/** What a screen is asked for. */
export interface ScreenRequest {
  /** The references in its address. */
  params: Readonly<Record<string, string | undefined>>
  /** The query of its address, as the router parsed it. */
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
}
