/** A browser without a screen: stores cookies by path, follows redirects, and posts the form that a page shows. */
export class CookieBrowser {
  readonly #cookies = new Map<string, { value: string; path: string; origin: string }>()
  readonly #headers: Record<string, string>
  readonly #send: typeof fetch

  constructor(headers: Record<string, string> = { 'accept-language': 'en-GB' }, send: typeof fetch = fetch) {
    this.#headers = headers
    this.#send = send
  }

  /** Sets a cookie of the portal. */
  remember(origin: string, name: string, value: string): void {
    this.#cookies.set(`${origin} / ${name}`, { value, path: '/', origin })
  }

  /** Opens a URL and follows redirects until a page is returned or a URL begins with `stopAt`. */
  async open(address: string | URL, stopAt?: string, init: RequestInit = {}): Promise<Visit> {
    const url = new URL(address)
    if (stopAt !== undefined && url.href.startsWith(stopAt)) return { url, status: 0, headers: new Headers(), text: '' }
    const response = await this.#send(url, {
      ...init,
      redirect: 'manual',
      headers: { accept: 'text/html', ...this.#headers, cookie: this.#cookieHeader(url), ...init.headers },
    })
    this.#keepCookies(url, response)
    const location = response.headers.get('location')
    if (location !== null) {
      await response.body?.cancel()
      return this.open(new URL(location, url), stopAt)
    }
    return { url, status: response.status, headers: response.headers, text: await response.text() }
  }

  /** Posts a form to the page's own URL. */
  submit(page: Visit, fields: Record<string, string>, stopAt?: string): Promise<Visit> {
    return this.open(page.url, stopAt, { method: 'POST', body: new URLSearchParams(fields) })
  }

  #cookieHeader(url: URL): string {
    return [...this.#cookies]
      .filter(([, cookie]) => cookie.origin === url.origin && url.pathname.startsWith(cookie.path))
      .map(([key, { value }]) => `${key.slice(key.lastIndexOf(' ') + 1)}=${value}`)
      .join('; ')
  }

  #keepCookies(url: URL, response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split('; ')
      const path = attributes.find((attribute) => /^path=/i.test(attribute))?.slice(5) ?? '/'
      const value = pair.slice(pair.indexOf('=') + 1)
      const key = `${url.origin} ${path} ${pair.slice(0, pair.indexOf('='))}`
      if (value === '') this.#cookies.delete(key)
      else this.#cookies.set(key, { value, path, origin: url.origin })
    }
  }
}

export interface Visit {
  url: URL
  /** 0 when the browser stopped before the request. */
  status: number
  headers: Headers
  text: string
}
