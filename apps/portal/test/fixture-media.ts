import { crc32, deflateSync } from 'node:zlib'

const sampleRate = 8000

/** Twelve seconds of a voice-like tone with pauses, as 16-bit WAV. */
export const fixtureWav = (): Buffer => {
  const samples = sampleRate * 12
  const data = Buffer.alloc(samples * 2)
  for (let index = 0; index < samples; index += 1) {
    const seconds = index / sampleRate
    const phrase = Math.max(0, Math.sin(seconds * 1.7)) * (0.5 + 0.5 * Math.abs(Math.sin(seconds * 9)))
    data.writeInt16LE(Math.round(Math.sin(seconds * 2 * Math.PI * 180) * phrase * 12_000), index * 2)
  }
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + data.length, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(sampleRate, 24)
  header.writeUInt32LE(sampleRate * 2, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36)
  header.writeUInt32LE(data.length, 40)
  return Buffer.concat([header, data])
}

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** A dusk over hills, 640 × 420, as PNG. */
export const fixturePng = (): Buffer => {
  const [width, height] = [640, 420]
  const rows = Buffer.alloc((width * 3 + 1) * height)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const hill = 260 + 40 * Math.sin(x / 90) + 22 * Math.sin(x / 31)
      const [red, green, blue] = y > hill ? [28, 60, 66] : [90 + y / 2, 130 + y / 5, 200 - y / 4]
      rows.set([red, green, blue].map(Math.round), y * (width * 3 + 1) + 1 + x * 3)
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
