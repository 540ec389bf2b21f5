import { inflateSync } from 'node:zlib'

const woffHeader = 44
const woffEntry = 20
const sfntHeader = 12
const sfntEntry = 16

/** The font within a WOFF 1.0 file. fontkit would inflate its tables again for each document, and in JavaScript. */
export const fontOfWoff = (woff: Buffer): Buffer => {
  const count = woff.readUInt16BE(12)
  const head = Buffer.alloc(sfntHeader + count * sfntEntry)
  woff.copy(head, 0, 4, 8)
  head.writeUInt16BE(count, 4)
  const parts = [head]
  let offset = head.length
  for (let index = 0; index < count; index += 1) {
    const entry = woffHeader + index * woffEntry
    const [from = 0, stored = 0, length = 0] = [4, 8, 12].map((place) => woff.readUInt32BE(entry + place))
    const bytes = woff.subarray(from, from + stored)
    const table = stored < length ? inflateSync(bytes) : bytes
    const at = sfntHeader + index * sfntEntry
    woff.copy(head, at, entry, entry + 4)
    woff.copy(head, at + 4, entry + 16, entry + 20)
    head.writeUInt32BE(offset, at + 8)
    head.writeUInt32BE(length, at + 12)
    // Tables begin at multiples of four bytes.
    const padded = Buffer.alloc(Math.ceil(length / 4) * 4)
    table.copy(padded)
    parts.push(padded)
    offset += padded.length
  }
  return Buffer.concat(parts)
}
