import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Connections on which no request has arrived, as browsers open in advance. Node takes them neither for idle nor for active ones, so that a
 * stop would wait until the client closes them.
 * @returns closes them
 */
export const closerOfUnused = (server: Server): (() => void) => {
  const unused = new Set<Socket>()
  server.on('connection', (socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  server.on('request', ({ socket }) => unused.delete(socket))
  return () => {
    for (const socket of unused) socket.destroy()
  }
}
