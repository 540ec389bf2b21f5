/** Characters that change the writing direction. With them, one text can be made to read as another. */
const directionControls = /[\u202A-\u202E\u2066-\u2069]/g
/** More combining marks in a row than any language puts on a letter. Browsers take minutes to lay out thousands. */
const excessMarks = /(\p{M}{16})\p{M}+/gu

/** Line breaks other than those of keyboards. Browsers show nothing or a box for most of them, so words around them run together. */
const lineSeparators = /\r\n?|[\v\f\u0085\u2028\u2029]/g

/**
 * How screens show a text from outside the product: each direction control, and each excess of marks, as U+FFFD, and each line break as
 * that of a keyboard, which a name on one line shows as a space.
 */
export const displayText = (text: string): string =>
  text.replace(directionControls, '\uFFFD').replace(excessMarks, '$1\uFFFD').replace(lineSeparators, '\n')
