import { type ClamdAddress, type ClamdConnection, type ClamdTimeouts, openClamdConnection } from './clamd-connection.ts'
import { clamdSession } from './clamd-session.ts'
import { verdictOf } from './clamd-verdict.ts'
import { type Scanner, ScannerUnavailable } from './scanner.ts'

const defaultTimeouts: ClamdTimeouts = { connectMs: 5_000, sendMs: 30_000, replyMs: 120_000 }
const lengthBytes = 4

/**
 * A real clamd, with its INSTREAM command: content is sent in frames of a 32-bit length and that many bytes, and an empty frame
 * ends it (clamd(8)). Memory use is constant, because a chunk is sent only when clamd has room for it.
 */
export const clamdScanner = (address: ClamdAddress, timeouts: ClamdTimeouts = defaultTimeouts): Scanner => ({
  name: 'clamd',

  async scan(content) {
    const clamd = await openClamdConnection(address, timeouts)
    try {
      const sentAll = await sendContent(clamd, content)
      return verdictOf(await clamd.reply(), sentAll)
    } finally {
      clamd.close()
    }
  },

  openSession: () => clamdSession(address, timeouts),

  async check() {
    const clamd = await openClamdConnection(address, timeouts)
    try {
      await clamd.send(Buffer.from('zPING\0'))
      const reply = await clamd.reply()
      if (reply !== 'PONG') throw new ScannerUnavailable('What listens there is not clamd')
    } finally {
      clamd.close()
    }
  },

  close: () => Promise.resolve(),
})

/** Returns `false` when clamd replied before it had everything, for example because the content is too long for it. */
const sendContent = async (clamd: ClamdConnection, content: AsyncIterable<Uint8Array>): Promise<boolean> => {
  await clamd.send(Buffer.from('zINSTREAM\0'))
  for await (const chunk of content) {
    if (clamd.hasReplied()) return false
    // An empty frame would end the content.
    if (chunk.byteLength === 0) continue
    const length = Buffer.alloc(lengthBytes)
    length.writeUInt32BE(chunk.byteLength)
    await clamd.send(length)
    await clamd.send(chunk)
  }
  if (clamd.hasReplied()) return false
  await clamd.send(Buffer.alloc(lengthBytes))
  return true
}
