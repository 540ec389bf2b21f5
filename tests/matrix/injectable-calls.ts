import type { CallDeclaration } from '@holdfast/contract'
import type { FastifyInstance } from 'fastify'
import { createHttpServer, registerCalls } from '../../apps/server/src/core/calls/index.ts'
import { handlers } from '../../apps/server/src/modules/index.ts'
import type { TestServer } from '../setup/server.ts'

/**
 * The calls of a server, made without connections: on the same database and with the same sessions and trail. For requests without
 * a body whose answer is refused, which HTTP has no part in.
 */
export class InjectableCalls {
  readonly #app: FastifyInstance
  readonly #host: string

  private constructor(app: FastifyInstance, host: string) {
    this.#app = app
    this.#host = host
  }

  static async of({ api: { platform }, origin }: TestServer): Promise<InjectableCalls> {
    const app = await createHttpServer(platform)
    registerCalls(app, platform, handlers)
    await app.ready()
    return new InjectableCalls(app, new URL(origin).host)
  }

  async request(method: CallDeclaration['method'], url: string, headers: Record<string, string>): Promise<Response> {
    const answer = await this.#app.inject({ method, url, headers: { host: this.#host, ...headers } })
    const named = Object.entries(answer.headers).flatMap(([name, values]) =>
      [values ?? []].flat().map((value): [string, string] => [name, String(value)]),
    )
    return new Response(answer.body, { status: answer.statusCode, headers: named })
  }

  close(): Promise<void> {
    return this.#app.close()
  }

  /** Closes it when a later step of a start fails (`stoppedOnFailure`). */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }
}
