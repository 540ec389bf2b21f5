import { fileTypeFromBuffer } from 'file-type'

const unknownType = 'application/octet-stream'

/** Names of file-type for what the contract calls otherwise. */
const names: Readonly<Record<string, string>> = { 'application/ogg': 'audio/ogg', 'audio/x-flac': 'audio/flac' }

/** The content type by the first bytes; `application/octet-stream` when they do not show it. */
export const sniff = async (head: Buffer): Promise<string> => {
  if (/^#!AMR[\n_-]/.test(head.toString('latin1', 0, 6))) {
    return head.toString('latin1', 0, 9).startsWith('#!AMR-WB') ? 'audio/amr-wb' : 'audio/amr'
  }
  // RF64 and BW64 have sizes of 64 bits (EBU Tech 3306, ITU-R BS.2088), RIFX has its most significant bytes first.
  if (/^(RF64|BW64|RIFX).{4}WAVE/s.test(head.toString('latin1', 0, 12))) return 'audio/wav'
  const behind = behindTags(head)
  const type = await typeOf(head.subarray(behind))
  if (type !== unknownType) return type
  return behind > 0 ? 'audio/mpeg' : typeBehindZeros(head)
}

/** Some recorders leave room for a tag that they never write. */
const typeBehindZeros = async (head: Buffer): Promise<string> => {
  const start = head.findIndex((byte) => byte !== 0)
  const type = start > 0 ? await typeOf(head.subarray(start)) : unknownType
  return type.startsWith('audio/') ? type : unknownType
}

const typeOf = async (head: Buffer): Promise<string> => {
  // A tag that is longer than the head makes file-type fail.
  const found = (await fileTypeFromBuffer(head).catch(() => undefined))?.mime ?? unknownType
  const type = found.replace(/;.*$/, '')
  return names[type] ?? type
}

/** Where the sound begins behind tags of ID3v2 (id3.org, section 3.1) and APEv2; beyond the head for a tag with a picture. */
const behindTags = (head: Buffer): number => {
  let at = 0
  for (;;) {
    const tag = head.subarray(at, at + 32)
    if (tag.length < 32) return at
    if (tag.toString('latin1', 0, 3) === 'ID3') at += 10 + sevenBits(tag.subarray(6, 10))
    else if (tag.toString('latin1', 0, 8) === 'APETAGEX') at += 32 + tag.readUInt32LE(12)
    else
      return at === 0
        ? 0
        : at +
            Math.max(
              0,
              head.subarray(at).findIndex((byte) => byte !== 0),
            )
  }
}

const sevenBits = (bytes: Buffer): number => bytes.reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0)
