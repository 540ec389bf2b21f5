import { createElement } from 'react'
import type { PageModule } from '../shared/screens/page-module.ts'
import { reloadedOrFailed } from './chunk-reload.ts'

/**
 * A screen's component in a chunk of its own. The router waits for `Page.preload` before it renders the screen. After a
 * failure, the next navigation fetches the chunk again. The router's own `lazyRouteComponent` would reload the page by
 * another rule than `reloadOnFailedChunk`.
 */
export const lazyPage = (load: () => Promise<PageModule | undefined>) => {
  let module: PageModule | undefined
  const fetchModule = async (): Promise<PageModule> => {
    module ??= (await load()) ?? (await reloadedOrFailed())
    return module
  }
  const preload = async () => void (await fetchModule())
  return { fetchModule, Page: Object.assign(() => module && createElement(module.default), { preload }) }
}
