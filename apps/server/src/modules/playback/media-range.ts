import { ProductError } from '@holdfast/contract'

/** The bytes of the content to respond with; `end` is exclusive. */
export interface MediaRange {
  start: number
  end: number
  isPartial: boolean
}

const singleRange = /^bytes=(\d*)-(\d*)$/

/**
 * Reads a Range header (RFC 9110 section 14). Anything but a single range of bytes is ignored, as the RFC allows, so
 * a request with thousands of ranges gets the content once.
 * @throws ProductError `playback.range_not_satisfiable` for a range that begins past the end
 */
export const mediaRange = (header: string | undefined, size: number): MediaRange => {
  const [, first = '', last = ''] = singleRange.exec(header ?? '') ?? []
  if (first === '' && last === '') return { start: 0, end: size, isPartial: false }
  const isSuffix = first === ''
  const start = isSuffix ? Math.max(0, size - Number(last)) : Number(first)
  const end = isSuffix || last === '' ? size : Math.min(size, Number(last) + 1)
  if (start >= end) throw new ProductError('playback.range_not_satisfiable')
  return { start, end, isPartial: true }
}
