/** What the first look at content tells. Everything else is found out by decoding it. */
export interface MediaFacts {
  /** Content type without parameters, e.g. `audio/amr-wb`. */
  media_type: string
  /** Pixels, before any rotation. */
  width?: number
  height?: number
}

/** A message that can't be read. The text says where, for the person who investigates. */
export class BrokenMedia extends Error {
  override readonly name = 'BrokenMedia'
}
