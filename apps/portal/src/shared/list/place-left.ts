/** Which row somebody opened in a list, and where it was. */
export interface PlaceLeft {
  row: string
  index: number
  /** Its distance from the top of the window. */
  topPx: number
  /** The person went on to this row from another one, so that it may be far from where the list was scrolled to. */
  isGoneOn?: boolean
}

const storageKey = 'holdfast.places'
const mostKept = 30

const keptPlaces = (): [entry: string, place: PlaceLeft][] => JSON.parse(sessionStorage.getItem(storageKey) ?? '[]')

/** Stores the place by history entry, so that it survives a reload of the next page. */
export const keepPlace = (entry: string, place: PlaceLeft): void => {
  const others = keptPlaces().filter(([other]) => other !== entry)
  sessionStorage.setItem(storageKey, JSON.stringify([...others, [entry, place]].slice(-mostKept)))
}

export const placeLeft = (entry: string): PlaceLeft | null =>
  keptPlaces().find(([other]) => other === entry)?.[1] ?? null
