import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Tracks connections on which no request has arrived, which browsers open in advance. Node does not count them as idle, so a stop would
 * wait until the client closes them.
 * @returns a function that closes them
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
