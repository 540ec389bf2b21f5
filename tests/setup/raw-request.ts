import { connect } from 'node:net'

export interface RawAnswer {
  status: number
  headers: Map<string, string>
  body: string
  /** Resolves when the server closes the connection. */
  closed: Promise<void>
}

/**
 * Sends bytes that no HTTP library would send, and waits for an answer, even if they are no complete request.
 * @param trickle texts or bytes to send one after the other on one connection
 */
export const rawRequest = async (origin: string, ...chunks: readonly (string | Uint8Array)[]): Promise<RawAnswer> => {
  const { port, hostname } = new URL(origin)
  const socket = connect(Number(port), hostname)
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  // A server that refuses early closes the connection while the rest is being sent.
  socket.on('error', () => undefined)
  for (const chunk of chunks) socket.write(chunk)
  let text = ''
  const whole = new Promise<void>((resolve) => {
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1')
      if (isWhole(text)) resolve()
    })
  })
  await Promise.race([whole, closed])
  return { ...read(text), closed }
}

/** The head of a request. */
export const head = (line: string, headers: Record<string, string>): string =>
  `${[`${line} HTTP/1.1`, ...Object.entries({ host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}`)].join('\r\n')}\r\n\r\n`

const isWhole = (text: string): boolean => {
  const { headers, body } = read(text)
  return text.includes('\r\n\r\n') && body.length >= Number(headers.get('content-length') ?? 0)
}

const read = (text: string): Omit<RawAnswer, 'closed'> => {
  const [headText = '', ...rest] = text.split('\r\n\r\n')
  const [line = '', ...fields] = headText.split('\r\n')
  const headers = new Map(
    fields.map((field) => {
      const [name = '', ...value] = field.split(':')
      return [name.toLowerCase(), value.join(':').trim()] as const
    }),
  )
  return { status: Number(line.split(' ')[1]), headers, body: rest.join('\r\n\r\n') }
}
