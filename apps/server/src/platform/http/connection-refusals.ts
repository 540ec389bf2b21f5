import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { errorRecord, ProductError } from '@holdfast/contract'
import type { FastifyInstance } from 'fastify'

/** Errors of a connection by Node's code; any other error of the parser is a malformed request. */
const refusals: Record<string, () => ProductError> = {
  HPE_HEADER_OVERFLOW: () => new ProductError('request.headers_too_large'),
  ERR_HTTP_REQUEST_TIMEOUT: () => new ProductError('request.timeout'),
  HPE_INVALID_METHOD: () => malformed('the method is not known'),
  HPE_INVALID_CONTENT_LENGTH: () => malformed('Content-Length is not a number'),
}

const malformed = (reason: string) => new ProductError('request.malformed', { reason })

/** Refuses what never becomes a request, in the product's error shape and with the headers of every other response. */
export class ConnectionRefusals {
  readonly #headers: Readonly<Record<string, string>>
  readonly #answers = new WeakMap<Duplex, ServerResponse>()

  constructor(headers: Readonly<Record<string, string>>) {
    this.#headers = headers
  }

  /** Remembers the response to each request, so that no refusal is written into it. */
  noteRequest(request: IncomingMessage, answer: ServerResponse): void {
    this.#answers.set(request.socket, answer)
  }

  /** For `clientErrorHandler`: input that is not valid HTTP. Sends nothing to a caller who is gone. */
  refuse(error: NodeJS.ErrnoException, socket: Duplex): void {
    const answer = this.#answers.get(socket)
    const isAnswering = answer?.headersSent === true && !answer.writableFinished
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswering) {
      socket.destroy()
      return
    }
    const refusal = refusals[error.code ?? '']?.() ?? malformed('it is not valid HTTP')
    socket.end(this.#text(refusal), () => socket.destroy())
  }

  /** Handles what Node would answer by itself with an empty body: unknown expectations, and CONNECT. */
  takeOver({ server }: FastifyInstance): void {
    server.on('checkExpectation', (_request: IncomingMessage, answer: ServerResponse) => {
      const refusal = new ProductError('request.expectation_failed')
      answer.writeHead(refusal.status, { ...this.#all(refusal) }).end(bodyOf(refusal))
    })
    server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
      socket.end(this.#text(new ProductError('request.method_not_allowed', { method: 'CONNECT' })))
    })
  }

  /** Refuses a request whose body does not arrive, and closes its connection. */
  refuseTimedOut(answer: ServerResponse): void {
    const refusal = new ProductError('request.timeout')
    // A response that has been sent is detached from its socket.
    const { socket } = answer.req
    if (answer.headersSent) socket.destroy()
    else answer.writeHead(refusal.status, this.#all(refusal)).end(bodyOf(refusal), () => socket.destroy())
  }

  #all(refusal: ProductError): Record<string, string> {
    return {
      ...this.#headers,
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(bodyOf(refusal))),
      connection: 'close',
    }
  }

  #text(refusal: ProductError): string {
    const lines = Object.entries(this.#all(refusal)).map(([name, value]) => `${name}: ${value}\r\n`)
    return `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${lines.join('')}\r\n${bodyOf(refusal)}`
  }
}

const bodyOf = (refusal: ProductError): string => JSON.stringify(errorRecord(refusal))

/** The refusal of a request for a host that is not ours. */
export const unknownHost = (): ProductError => malformed('its host is not served here')

/** @throws ProductError unless the request names one host: proxies and servers differ in which of two they trust */
export const assertOneHost = ({ httpVersion, rawHeaders }: IncomingMessage): void => {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length
  if (hosts === 1 || (hosts === 0 && httpVersion === '1.0')) return
  throw malformed('it must have one Host header')
}
