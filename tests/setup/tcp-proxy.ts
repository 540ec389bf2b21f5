import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Server, type Socket } from 'node:net'
import path from 'node:path'

/** A TCP proxy on loopback between the product and one of its parts. It fails as networks and machines do. */
export class TcpProxy {
  readonly #server: Server
  readonly #target: NetConnectOpts
  readonly #sockets = new Set<Socket>()
  readonly #heldCallbacks: (() => void)[] = []
  #isHanging = false
  #hangsAt: string | null = null
  #isDribbling = false
  #bytesUntilCut = Number.POSITIVE_INFINITY

  private constructor(target: NetConnectOpts) {
    this.#target = target
    this.#server = createServer((socket) => this.#accept(socket))
  }

  static async open(target: NetConnectOpts): Promise<TcpProxy> {
    const proxy = new TcpProxy(target)
    proxy.#server.listen(0, '127.0.0.1')
    await once(proxy.#server, 'listening')
    return proxy
  }

  /** Puts a proxy in front of the tests' PostgreSQL. Also returns the database's address through it. */
  static async beforeDatabase(databaseUrl: string): Promise<{ proxy: TcpProxy; url: string }> {
    const url = new URL(databaseUrl)
    const proxy = await TcpProxy.open({ path: path.join(url.searchParams.get('host') ?? '', '.s.PGSQL.5432') })
    url.searchParams.delete('host')
    url.host = `127.0.0.1:${proxy.port}`
    return { proxy, url: url.href }
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  get isHanging(): boolean {
    return this.#isHanging
  }

  /** From now on connections are accepted and stay open, but no bytes pass in either direction. */
  hang(): void {
    this.#isHanging = true
  }

  /** Hangs when this text is sent, before it arrives. */
  hangAt(text: string): void {
    this.#hangsAt = text
  }

  /** Sends on what was held back, and passes everything again. */
  release(): void {
    this.#isHanging = false
    this.#hangsAt = null
    for (const callback of this.#heldCallbacks.splice(0)) callback()
  }

  /** From now on one byte passes in a second, in each direction. */
  dribble(): void {
    this.#isDribbling = true
  }

  /** Ends every open connection once the product has sent so many more bytes; new ones pass. */
  cutAfter(bytes: number): void {
    this.#bytesUntilCut = bytes
  }

  /** Ends every open connection; new ones pass. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  async close(): Promise<void> {
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
    if (this.#server.listening) await once(this.#server, 'close')
  }

  #accept(clientSocket: Socket): void {
    this.#track(clientSocket)
    clientSocket.pause()
    this.#whenNotHanging(() => {
      const targetSocket = connect(this.#target)
      this.#track(targetSocket)
      this.#forward(clientSocket, targetSocket, true)
      this.#forward(targetSocket, clientSocket, false)
      clientSocket.resume()
    })
  }

  #forward(from: Socket, to: Socket, isFromProduct: boolean): void {
    from.on('data', (chunk: Buffer) => {
      if (isFromProduct && this.#hangsAt !== null && chunk.includes(this.#hangsAt)) this.hang()
      from.pause()
      this.#whenNotHanging(() => this.#pass(chunk, { from, to, isFromProduct }))
    })
    from.on('end', () => this.#whenNotHanging(() => to.end()))
    from.on('close', () => this.#whenNotHanging(() => to.destroy()))
  }

  #pass(chunk: Buffer, { from, to, isFromProduct }: { from: Socket; to: Socket; isFromProduct: boolean }): void {
    if (this.#isDribbling) {
      this.#dribbleOut(chunk, from, to)
      return
    }
    if (!isFromProduct || chunk.length < this.#bytesUntilCut) {
      if (isFromProduct) this.#bytesUntilCut -= chunk.length
      to.write(chunk, () => from.resume())
      return
    }
    const last = chunk.subarray(0, this.#bytesUntilCut)
    this.#bytesUntilCut = Number.POSITIVE_INFINITY
    to.write(last, () => this.cut())
  }

  #dribbleOut(chunk: Buffer, from: Socket, to: Socket): void {
    if (to.destroyed) return
    to.write(chunk.subarray(0, 1))
    const rest = chunk.subarray(1)
    setTimeout(() => (rest.length === 0 ? from.resume() : this.#dribbleOut(rest, from, to)), 1000).unref()
  }

  #whenNotHanging(callback: () => void): void {
    if (this.#isHanging) this.#heldCallbacks.push(callback)
    else callback()
  }

  #track(socket: Socket): void {
    this.#sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => this.#sockets.delete(socket))
  }
}
