export interface IsoBox {
  type: string
  body: Buffer
}

export const headerBytes = 8
export const largeHeaderBytes = 16

/** Sibling boxes in `bytes` (ISO/IEC 14496-12, 4.2). One that extends beyond its parent ends there. */
export function* boxesIn(bytes: Buffer): Generator<IsoBox> {
  for (let at = 0; at + headerBytes <= bytes.length; ) {
    const declared = bytes.readUInt32BE(at)
    const isLarge = declared === 1 && at + largeHeaderBytes <= bytes.length
    const bodyAt = at + (isLarge ? largeHeaderBytes : headerBytes)
    const size = isLarge ? Number(bytes.readBigUInt64BE(at + headerBytes)) : declared || bytes.length - at
    if (at + size < bodyAt) return
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
