import { type ComponentType, type FunctionComponent, lazy } from 'react'

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
