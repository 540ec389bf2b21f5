/** Where somebody was in a list when they opened one of its rows. */
export interface PlaceLeft {
  row: string
  index: number
  /** Where the row stood in the window. */
  topPx: number
}

const storageKey = 'holdfast.places'
const mostKept = 30

const keptPlaces = (): [entry: string, place: PlaceLeft][] => JSON.parse(sessionStorage.getItem(storageKey) ?? '[]')

/** Kept with the entry of the tab's history, so that it outlasts a reload of the page that they went to. */
export const keepPlace = (entry: string, place: PlaceLeft): void => {
  const others = keptPlaces().filter(([other]) => other !== entry)
  sessionStorage.setItem(storageKey, JSON.stringify([...others, [entry, place]].slice(-mostKept)))
}

export const placeLeft = (entry: string): PlaceLeft | null =>
  keptPlaces().find(([other]) => other === entry)?.[1] ?? null
