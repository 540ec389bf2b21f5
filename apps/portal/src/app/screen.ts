import { type ComponentType, type FunctionComponent, lazy } from 'react'
import { loadEditingMessages } from '../shared/i18n/text.ts'

type Screen = FunctionComponent & { preload(): Promise<void> }

/**
 * A screen in a chunk of its own, which the router fetches ahead when a link to it is pointed at. A chunk that fails is
 * left to `reloadOnFailedChunk`: the router's own wrapper would reload by a rule that is not the product's.
 */
export const screen = (load: () => Promise<{ default: ComponentType }>): Screen =>
  Object.assign(lazy(load) as unknown as FunctionComponent, {
    preload: () =>
      load().then(
        () => undefined,
        () => undefined,
      ),
  })

/** A screen that edits access, accounts or support: what only those say is fetched with it. */
export const editor = (load: () => Promise<{ default: ComponentType }>): Screen =>
  screen(async () => {
    const [page] = await Promise.all([load(), loadEditingMessages()])
    return page
  })
