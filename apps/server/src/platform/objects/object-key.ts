import { InvalidObjectKey } from './errors.ts'

const maxKeyBytes = 1024
const maxSegmentBytes = 255
const segmentPattern = /^[A-Za-z0-9._=-]+$/

const isSegment = (segment: string): boolean =>
  segmentPattern.test(segment) && segment !== '.' && segment !== '..' && segment.length <= maxSegmentBytes

/**
 * Keys that mean the same as a path and as an S3 key: segments of letters, digits and `-_.=` between single slashes,
 * none of them `.` or `..`; at most 255 bytes per segment (file systems) and 1024 in total (S3).
 */
export const isObjectKey = (key: string): boolean => key.length <= maxKeyBytes && key.split('/').every(isSegment)

export const assertObjectKey = (key: string): void => {
  if (!isObjectKey(key)) throw new InvalidObjectKey(`Not an object key: ${JSON.stringify(key.slice(0, 100))}`)
}

/** A prefix is the beginning of a key: it may end in a slash or in the middle of a segment, and may be empty. */
export const assertObjectPrefix = (prefix: string): void => {
  const folders = prefix.split('/')
  const last = folders.pop() ?? ''
  const isPrefix = prefix.length <= maxKeyBytes && folders.every(isSegment) && /^[A-Za-z0-9._=-]*$/.test(last)
  if (!isPrefix) throw new InvalidObjectKey(`Not an object prefix: ${JSON.stringify(prefix.slice(0, 100))}`)
}
