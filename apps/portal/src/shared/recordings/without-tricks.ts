/** Characters that change the writing direction, by which a text could read as another or reverse what comes after it. */
const directionControls = /[\u202A-\u202E\u2066-\u2069]/g
/** Marks on one letter. Languages need a few; browsers take minutes to lay out thousands. */
const marks = /(\p{M}{16})\p{M}+/gu

/** A text of a stranger as it is shown: bidirectional control characters are made visible, and heaps of marks cut. */
export const withoutTricks = (text: string): string =>
  text.replace(directionControls, '\uFFFD').replace(marks, '$1\uFFFD')
