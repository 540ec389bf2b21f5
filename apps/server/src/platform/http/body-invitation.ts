import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/** Requests with `Expect: 100-continue` whose callers wait to be told to send the body. */
const waiting = new WeakMap<object, ServerResponse>()

/** Node would invite every body at once. A caller who waits is only invited once somebody reads: not to send what is refused. */
export const inviteBodiesWhenRead = (server: Server): void => {
  server.on('checkContinue', (request: IncomingMessage, answer: ServerResponse) => {
    waiting.set(request, answer)
    server.emit('request', request, answer)
  })
}

/** Tells a caller who waits to send the body, which is about to be read. */
export const inviteBody = (request: object): void => {
  const answer = waiting.get(request)
  waiting.delete(request)
  if (answer && !answer.headersSent) answer.writeContinue()
}
