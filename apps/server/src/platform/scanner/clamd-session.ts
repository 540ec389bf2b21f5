import { connect, type Socket } from 'node:net'
import { type ClamdAddress, type ClamdTimeouts, maxReplyBytes, within } from './clamd-connection.ts'
import { verdictOf } from './clamd-verdict.ts'
import { ScannerUnavailable, type ScanSession } from './scanner.ts'

const lengthBytes = 4

interface Waiting {
  resolve: (reply: string) => void
  reject: (error: Error) => void
}

/**
 * An IDSESSION of clamd (clamd(8)): many commands over one connection. clamd numbers them from 1, works on several at a time, and
 * puts the number before each reply. Each content is held in memory and sent in one piece, so that contents don't mix.
 */
export const clamdSession = (address: ClamdAddress, timeouts: ClamdTimeouts): ScanSession => {
  const waiting = new Map<string, Waiting>()
  let socket: Socket | undefined
  let broken: ScannerUnavailable | undefined
  let commands = 0

  const end = (error: ScannerUnavailable): void => {
    broken ??= error
    for (const { reject } of waiting.values()) reject(broken)
    waiting.clear()
    socket?.destroy()
  }
  const fail = (why: string, cause?: Error): void => end(new ScannerUnavailable(`clamd ${why}`, { cause }))

  const onReply = (reply: string): void => {
    const [, command = '', text = ''] = /^(\d+): (.*)$/s.exec(reply) ?? []
    const scan = waiting.get(command)
    waiting.delete(command)
    if (scan) scan.resolve(text)
    else fail(`gave an unexpected answer: ${reply.slice(0, 200)}`)
  }

  const send = async (bytes: Buffer): Promise<string> => {
    if (broken) throw broken
    socket ??= openSocket(address, timeouts, onReply, fail)
    commands += 1
    const command = String(commands)
    const reply = new Promise<string>((resolve, reject) => waiting.set(command, { resolve, reject }))
    socket.write(bytes)
    try {
      return await within(timeouts.replyMs, 'did not answer', reply)
    } catch (error) {
      if (error instanceof ScannerUnavailable) end(error)
      throw error
    }
  }

  return {
    async scan(content) {
      return verdictOf(await send(instream(await collect(content))), true)
    },
    close: () => fail('is no longer asked'),
  }
}

const openSocket = (
  address: ClamdAddress,
  { connectMs }: ClamdTimeouts,
  onReply: (reply: string) => void,
  fail: (why: string, cause?: Error) => void,
): Socket => {
  const socket = connect(address)
  const late = setTimeout(() => fail(`did not take the connection within ${connectMs} ms`), connectMs)
  socket.once('connect', () => clearTimeout(late))
  socket.once('error', (error) => fail(`is not reachable: ${error.message}`, error))
  socket.once('close', () => {
    clearTimeout(late)
    fail('hung up without an answer')
  })
  let text = ''
  socket.on('data', (chunk: Buffer) => {
    const replies = (text + chunk.toString('latin1')).split('\0')
    text = replies.pop() ?? ''
    replies.forEach(onReply)
    if (text.length > maxReplyBytes) fail('gave an answer without end')
  })
  socket.write('zIDSESSION\0')
  return socket
}

const instream = (content: Buffer): Buffer => {
  const length = Buffer.alloc(lengthBytes)
  length.writeUInt32BE(content.length)
  // An empty frame ends the content, and is all that empty content has.
  const frames = content.length > 0 ? [length, content] : []
  return Buffer.concat([Buffer.from('zINSTREAM\0'), ...frames, Buffer.alloc(lengthBytes)])
}

const collect = async (content: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const chunks: Uint8Array[] = []
  for await (const chunk of content) chunks.push(chunk)
  return Buffer.concat(chunks)
}
