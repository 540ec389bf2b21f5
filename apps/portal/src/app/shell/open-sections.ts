import { type SectionName, sections } from '../screens/sections.ts'

/** The sections that a person opened or folded. */
export type ChosenSections = Readonly<Partial<Record<SectionName, boolean>>>

const storageKey = 'holdfast.navigation'

type SectionStorage = Pick<Storage, 'getItem' | 'setItem'>

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The choices of everybody who uses this browser. Whatever is malformed counts as no choice. */
const readChoices = (storage: SectionStorage): Readonly<Record<string, unknown>> => {
  try {
    const stored: unknown = JSON.parse(storage.getItem(storageKey) ?? '{}')
    return isRecord(stored) ? stored : {}
  } catch {
    return {}
  }
}

/** The sections that the person opened or folded in this browser. */
export const storedSections = (storage: SectionStorage, person: string): ChosenSections => {
  const choices = readChoices(storage)
  const own = Object.hasOwn(choices, person) ? choices[person] : {}
  return isRecord(own)
    ? Object.fromEntries(
        Object.keys(sections).flatMap((name) => (typeof own[name] === 'boolean' ? [[name, own[name]]] : [])),
      )
    : {}
}

/** Stores a choice. Without room in the browser's storage, it lasts until the page is loaded again. */
export const storeSection = (storage: SectionStorage, person: string, name: SectionName, isOpen: boolean): void => {
  const own = { ...storedSections(storage, person), [name]: isOpen }
  try {
    storage.setItem(storageKey, JSON.stringify({ ...readChoices(storage), [person]: own }))
  } catch (error) {
    reportError(error)
  }
}
