import type { ListExport } from '@holdfast/contract'
import type { CallOptions, TestServer } from './server.ts'

/** The body of `POST /exports`. */
export interface ExportBody {
  list: string
  params?: object
  query?: object
  format?: string
  form?: string
  columns?: readonly string[]
  time_zone?: string
  locale?: string
  filename?: string
}

/** What a browser, or a client app, received to fetch an export. */
export interface AskedExport extends ListExport {
  status: number
  code?: string
  /** Empty for client apps. */
  cookie: string
}

/** Exports of an account, as portals and client apps ask for and fetch them. */
export class Exports {
  readonly #server: TestServer
  readonly #client: string

  constructor(server: TestServer, client: string) {
    this.#server = server
    this.#client = client
  }

  async ask(token: string, body: ExportBody, options: CallOptions = {}): Promise<AskedExport> {
    const path = `/api/client/v1/${this.#client}/exports`
    const response = await this.#server.call('POST', path, { token, body: { format: 'ndjson', ...body }, ...options })
    const cookie = response.headers.getSetCookie().map((set) => set.split(';')[0])
    return { ...((await response.json()) as ListExport), status: response.status, cookie: cookie.join('; ') }
  }

  fetch({ url, cookie }: Pick<AskedExport, 'url' | 'cookie'>, options: CallOptions = {}): Promise<Response> {
    return this.#server.call('GET', url, { headers: cookie === '' ? {} : { cookie }, ...options })
  }

  /** The whole file. Throws when it is refused. */
  async file(token: string, body: ExportBody): Promise<string> {
    const asked = await this.ask(token, body)
    if (asked.status !== 200) throw new Error(JSON.stringify(asked))
    const response = await this.fetch(asked)
    const bytes = Buffer.from(await response.arrayBuffer())
    if (!response.ok) throw new Error(bytes.toString())
    return bytes.toString()
  }

  /** The rows of a file of JSON lines. */
  async rows<Row>(token: string, body: ExportBody): Promise<Row[]> {
    return jsonLines(await this.file(token, body))
  }
}

export const jsonLines = <Row>(text: string): Row[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row)
