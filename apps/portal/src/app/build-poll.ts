import { limits } from '@holdfast/contract'

const pollMs = limits.buildPollHours * 60 * 60 * 1000
/** A page that a cache or a restored tab has from an older build is told so, but not while its first screen loads. */
const firstPollMs = 10_000

/** The build of this page. A development server fills in none and has no `build.json`. */
export const loadedBuild = (): string | undefined =>
  document.querySelector<HTMLMetaElement>('meta[name=build]')?.content

const latestBuild = async (): Promise<string | null> => {
  try {
    const response = await fetch('/build.json', { cache: 'no-store' })
    if (!response.ok) return null
    const { build } = (await response.json()) as { build?: unknown }
    return typeof build === 'string' ? build : null
  } catch {
    // Offline or no answer from the server: the next poll tries again.
    return null
  }
}

/**
 * Calls `onNewBuild` once when the latest build is not that of this page.
 * @returns a function that stops polling
 */
export const watchBuild = (onNewBuild: () => void): (() => void) => {
  const loaded = loadedBuild()
  const ask = async () => {
    const latest = await latestBuild()
    if (loaded === undefined || latest === null || latest === loaded) return
    stop()
    onNewBuild()
  }
  const first = setTimeout(ask, firstPollMs)
  const timer = setInterval(ask, pollMs)
  const stop = () => {
    clearTimeout(first)
    clearInterval(timer)
  }
  return stop
}
