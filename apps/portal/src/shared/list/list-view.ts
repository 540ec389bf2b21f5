import { type ListDensity, listDensities } from '@holdfast/contract'

/** How a person wants to see a list. */
export interface ListView {
  density: Density
  /** The columns that the person showed or hid, by their ids. */
  columns: Readonly<Record<string, boolean>>
  /** Whether the list takes the page's whole width; by default it depends on its columns. */
  isWide: boolean | null
}

export const densities = listDensities
export type Density = ListDensity

export const rowHeightsPx: Record<Density, number> = { compact: 36, regular: 44, comfortable: 53 }

export const defaultView: ListView = { density: 'regular', columns: {}, isWide: null }

/** The choices of each person in this browser, by list. */
type StoredViews = Readonly<Record<string, Readonly<Record<string, ListView>>>>

const storageKey = 'holdfast.lists'

type ViewStorage = Pick<Storage, 'getItem' | 'setItem'>

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whatever is malformed, such as what an older version stored, is replaced by the default. */
const viewOf = (stored: unknown): ListView => {
  if (!isRecord(stored)) return defaultView
  const { density, columns, isWide } = stored
  return {
    density: densities.find((one) => one === density) ?? defaultView.density,
    columns: isRecord(columns)
      ? Object.fromEntries(
          Object.entries(columns).filter(
            (entry): entry is [string, boolean] => entry[1] === true || entry[1] === false,
          ),
        )
      : {},
    isWide: typeof isWide === 'boolean' ? isWide : null,
  }
}

const readViews = (storage: ViewStorage): StoredViews => {
  try {
    const stored: unknown = JSON.parse(storage.getItem(storageKey) ?? '{}')
    return isRecord(stored) ? (stored as StoredViews) : {}
  } catch {
    return {}
  }
}

const ownOf = (views: StoredViews, person: string): Readonly<Record<string, unknown>> => {
  const own: unknown = Object.hasOwn(views, person) ? views[person] : {}
  return isRecord(own) ? own : {}
}

/** The view that the person chose for a list in this browser. */
export const storedView = (storage: ViewStorage, person: string, list: string): ListView => {
  const own = ownOf(readViews(storage), person)
  return viewOf(Object.hasOwn(own, list) ? own[list] : undefined)
}

/** Stores the person's choice. Without room in the browser's storage, it lasts until the list is left. */
export const storeView = (storage: ViewStorage, person: string, list: string, view: ListView): void => {
  const views = readViews(storage)
  const next = { ...views, [person]: { ...ownOf(views, person), [list]: view } }
  try {
    storage.setItem(storageKey, JSON.stringify(next))
  } catch (error) {
    reportError(error)
  }
}
