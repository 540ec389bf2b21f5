import { type ComponentType, createElement, type FunctionComponent, lazy, type ReactNode } from 'react'
import { loadEditingMessages } from '../shared/i18n/text.ts'

type Screen = FunctionComponent<{ children?: ReactNode }> & { preload(): Promise<void> }
type Loaded = { default: ComponentType<{ children?: ReactNode }> }

/** What a chunk is while the page reloads itself because of it: nothing is drawn any more. */
const beingReloaded = new Promise<never>(() => undefined)

/**
 * A screen in a chunk of its own, which the router fetches ahead when a link to it is pointed at. A chunk that fails is
 * left to `reloadOnFailedChunk`: the router's own wrapper would reload by a rule that is not the product's.
 */
export const screen = (load: () => Promise<Loaded | undefined>): Screen => {
  let hasFailed = false
  const fetched = async (): Promise<Loaded> => {
    try {
      return (await load()) ?? (await beingReloaded)
    } catch (error) {
      hasFailed = true
      throw error
    }
  }
  let Page = lazy(fetched)
  const preload = async () => {
    // React gives up a chunk that failed for good; for whoever comes back to the screen it is fetched anew.
    if (hasFailed) Page = lazy(fetched)
    hasFailed = false
    await load().catch(() => undefined)
  }
  return Object.assign((props: { children?: ReactNode }) => createElement(Page, props), { preload })
}

/** A screen that edits access, accounts or support: what only those say is fetched with it. */
export const editor = (load: () => Promise<Loaded>): Screen =>
  screen(async () => {
    const [page] = await Promise.all([load(), loadEditingMessages()])
    return page
  })
