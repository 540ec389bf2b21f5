import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

interface ReceivedRequest {
  method: string
  path: string
  authorization: string | undefined
  contentType: string | undefined
  body: string
}

export interface FcmServer {
  origin: string
  requests: ReceivedRequest[]
  /** What the next message is answered; later ones are sent. */
  answer(status: number, body: unknown, retryAfter?: string): void
  reset(): void
  stop(): Promise<void>
}

/** An HTTP server on loopback that answers as the token endpoint of Google and as FCM do. Access tokens are `access-1`, `access-2` and so on. */
export const startFcmServer = async (): Promise<FcmServer> => {
  const requests: ReceivedRequest[] = []
  let next: { status: number; body: unknown; retryAfter: string | undefined } | null = null
  let issued = 0
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { method = '', url = '', headers } = request
    const body = Buffer.concat(chunks).toString()
    requests.push({
      method,
      path: url,
      authorization: headers.authorization,
      contentType: headers['content-type'],
      body,
    })
    const json = { 'content-type': 'application/json' }
    if (url === '/token') {
      issued++
      response.writeHead(200, json).end(JSON.stringify({ access_token: `access-${issued}`, expires_in: 3600 }))
      return
    }
    const { status, body: answer, retryAfter } = next ?? { status: 200, body: { name: 'projects/p/messages/1' } }
    next = null
    response.writeHead(status, { ...json, ...(retryAfter !== undefined && { 'retry-after': retryAfter }) })
    response.end(typeof answer === 'string' ? answer : JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    answer: (status, body, retryAfter) => {
      next = { status, body, retryAfter }
    },
    reset: () => {
      requests.length = 0
      next = null
      issued = 0
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
