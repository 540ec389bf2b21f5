import { nothing, type Selection } from './selection.ts'

const storageKey = 'holdfast.selection'

/** Stores what is selected in a list, in place of what was selected in another one. It survives a reload. */
export const keepSelection = (list: string, { chosen }: Selection): void => {
  if (chosen.size > 0) sessionStorage.setItem(storageKey, JSON.stringify({ list, chosen: [...chosen] }))
  else if (stored()?.list === list) sessionStorage.removeItem(storageKey)
}

/** What was selected when the person left the list. */
export const keptSelection = (list: string): Selection => {
  const kept = stored()
  return kept?.list === list ? { ...nothing, chosen: new Map(kept.chosen) } : nothing
}

const stored = (): { list: string; chosen: [string, string | null][] } | null =>
  JSON.parse(sessionStorage.getItem(storageKey) ?? 'null')
