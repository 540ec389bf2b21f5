import { BrokenMedia } from './media-facts.ts'

export interface IsoBox {
  type: string
  body: Buffer
}

export const headerBytes = 8
export const largeHeaderBytes = 16

/** Sibling boxes in `bytes` (ISO/IEC 14496-12, 4.2). A box that extends beyond its parent is an error. */
export function* boxesIn(bytes: Buffer): Generator<IsoBox> {
  for (let at = 0; at + headerBytes <= bytes.length; ) {
    const declared = bytes.readUInt32BE(at)
    const isLarge = declared === 1 && at + largeHeaderBytes <= bytes.length
    const bodyAt = at + (isLarge ? largeHeaderBytes : headerBytes)
    const size = isLarge ? Number(bytes.readBigUInt64BE(at + headerBytes)) : declared || bytes.length - at
    if (at + size > bytes.length || at + size < bodyAt) throw new BrokenMedia('An MP4 box leaves its parent')
    yield { type: bytes.toString('latin1', at + 4, at + headerBytes), body: bytes.subarray(bodyAt, at + size) }
    at += size
  }
}

/** The body of the first box along a path such as `mdia/minf/stbl/stsd`. */
export const boxAt = (bytes: Buffer, path: string): Buffer | undefined => {
  const [type, ...rest] = path.split('/')
  for (const box of boxesIn(bytes)) {
    if (box.type === type) return rest.length === 0 ? box.body : boxAt(box.body, rest.join('/'))
  }
  return undefined
}

/** A full box begins with a version byte; version 1 has 64-bit times and durations. */
export const isLongForm = (body: Buffer): boolean => body.length > 0 && body.readUInt8(0) === 1

/** Times of `mvhd` or `mdhd`. A duration of 0 or of all one bits means that it is unknown (8.2.2). */
export const readTimes = (body: Buffer): { timescale: number; duration?: number } | undefined => {
  const isLong = isLongForm(body)
  if (body.length < (isLong ? 32 : 20)) return undefined
  const timescale = body.readUInt32BE(isLong ? 20 : 12)
  const duration = isLong ? Number(body.readBigUInt64BE(24)) : body.readUInt32BE(16)
  if (timescale === 0) return undefined
  const isUnknown = duration === 0 || duration >= (isLong ? 2 ** 63 : 2 ** 32 - 1)
  return { timescale, ...(isUnknown ? {} : { duration }) }
}
