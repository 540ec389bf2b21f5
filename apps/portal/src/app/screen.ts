import { type ComponentType, createElement, type FunctionComponent, lazy, type ReactNode, useState } from 'react'
import { loadEditingMessages } from '../shared/i18n/text.ts'

type Children = { children?: ReactNode }
type Screen = FunctionComponent<Children> & { preload(): Promise<void> }
type Loaded = { default: ComponentType<Children> }

/** What a chunk is while the page reloads itself because of it: nothing is drawn any more. */
const beingReloaded = new Promise<never>(() => undefined)

/**
 * Chooses a component once, when it mounts. A `lazy` component suspends even if its chunk is loaded, and React then shows the
 * fallback for 300 ms.
 */
const Chosen = ({ choose, ...props }: Children & { choose: () => Loaded['default'] }) => {
  const [Page] = useState(choose)
  return createElement(Page, props)
}

/**
 * A screen in a chunk of its own, which the router fetches before it shows the screen, and ahead when a link to it is pointed
 * at. A chunk that fails is left to `reloadOnFailedChunk`: the router's own wrapper would reload by a rule that is not the
 * product's.
 */
export const screen = (load: () => Promise<Loaded | undefined>): Screen => {
  let hasFailed = false
  let Fetched: Loaded['default'] | undefined
  const fetched = async (): Promise<Loaded> => {
    try {
      return (await load()) ?? (await beingReloaded)
    } catch (error) {
      hasFailed = true
      throw error
    }
  }
  let Lazy = lazy(fetched)
  const preload = async () => {
    // React gives up a chunk that failed for good; for whoever comes back to the screen it is fetched anew.
    if (hasFailed) Lazy = lazy(fetched)
    hasFailed = false
    const page = await load().catch(() => undefined)
    Fetched = page?.default
  }
  const choose = () => Fetched ?? Lazy
  return Object.assign((props: Children) => createElement(Chosen, { ...props, choose }), { preload })
}

/** A screen that edits access, accounts or support: what only those say is fetched with it. */
export const editor = (load: () => Promise<Loaded | undefined>): Screen =>
  screen(async () => {
    const [page] = await Promise.all([load(), loadEditingMessages()])
    return page
  })
