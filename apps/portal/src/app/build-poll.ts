import { limits } from '@holdfast/contract'

const pollMs = limits.buildPollHours * 60 * 60 * 1000

const latestBuild = async (): Promise<string | null> => {
  try {
    const response = await fetch('/build.json', { cache: 'no-store' })
    if (!response.ok) return null
    const { build } = (await response.json()) as { build?: unknown }
    return typeof build === 'string' ? build : null
  } catch {
    // Offline, or a development server, which has no build: ask again in an hour.
    return null
  }
}

/** Tells once when the latest build is no longer the one that this page began with. Returns how to stop. */
export const watchBuild = (onNewBuild: () => void): (() => void) => {
  let began: string | null = null
  const ask = async () => {
    const build = await latestBuild()
    if (began === null) began = build
    else if (build !== null && build !== began) {
      clearInterval(timer)
      onNewBuild()
    }
  }
  const timer = setInterval(ask, pollMs)
  void ask()
  return () => clearInterval(timer)
}
