import type { Browser, BrowserContext, BrowserContextOptions, Cookie, Page } from 'playwright-core'
import { signInByRequest } from './sign-in-by-request.ts'
import { watchMedia } from './watch-media.ts'

/** The password of everybody in the demonstration. */
const demoPassword = 'holdfast-demo'

/** How long to wait for a condition before giving up. Small machines share two cores. */
const timeoutMs = 45_000

/**
 * Cookies of the broker's sessions, by account and person. With them the broker does not check the password again,
 * which takes long on purpose. After a sign-out it asks again.
 */
const knownCookies = new Map<string, Cookie[]>()

/** A player plays the original if no part can be made of it. */
const missingPart = /status of 404 .*[?&]part=\w+\)$/

/** A person with a browser of their own, which shares nothing with other browsers. */
export class Visitor {
  readonly page: Page
  readonly origin: string
  readonly #context: BrowserContext
  readonly #problems: string[] = []
  readonly #expected: RegExp[] = []

  private constructor(context: BrowserContext, page: Page, origin: string) {
    this.#context = context
    this.page = page
    this.origin = origin
  }

  static async open(browser: Browser, origin: string, options: BrowserContextOptions = {}): Promise<Visitor> {
    const context = await browser.newContext({
      locale: 'en-GB',
      timezoneId: 'Europe/London',
      baseURL: origin,
      ...options,
    })
    context.setDefaultTimeout(timeoutMs)
    await context.addInitScript(watchMedia)
    const visitor = new Visitor(context, await context.newPage(), origin)
    visitor.#recordProblems()
    return visitor
  }

  /** Declares that the browser will report an error that matches, because the journey causes it on purpose. */
  expectBrowserError(pattern: RegExp): void {
    this.#expected.push(pattern)
  }

  /** Closes the browser. Returns the problems that neither a user nor an operator would want. */
  async close(): Promise<readonly string[]> {
    await this.#context.close()
    return this.#problems
  }

  /** Opens a further tab of the same browser. */
  openTab(): Promise<Page> {
    return this.#context.newPage()
  }

  /** What the page shows at this moment, for whoever has to find out why a journey failed. */
  async describePage(): Promise<string> {
    const tree = await this.page.locator('body').ariaSnapshot({ timeout: 1000 })
    return `${this.page.url()}\n${tree.slice(0, 4000)}`
  }

  /**
   * Signs in with requests only, and accepts the terms, in every open tab. Afterwards the tabs show a file of the
   * portal's origin without any screen, so that nothing else loads before the journey opens its first page.
   */
  async signIn(client: string, person: string, password = demoPassword): Promise<void> {
    const key = `${this.origin} ${client} ${person}`
    await this.#context.addCookies(knownCookies.get(key) ?? [])
    const session = await signInByRequest(this.#context.request, { client, person, password })
    const cookies = await this.#context.cookies()
    knownCookies.set(
      key,
      cookies.filter(({ name }) => name.split('.')[0] === `holdfast_session_${client}`),
    )
    for (const tab of this.#context.pages()) {
      await tab.goto('/build.json')
      await tab.evaluate((stored) => sessionStorage.setItem('holdfast.session', stored), JSON.stringify(session))
    }
  }

  /** Signs in through the sign-in pages of the portal and the broker, and accepts the terms if necessary. */
  async signInThroughPages(client: string, person: string, password = demoPassword): Promise<void> {
    await this.page.goto('/sign-in')
    await this.nameAccount(client)
    await this.enterPassword(person, password)
    await this.page.waitForURL((url) => url.pathname !== '/sign-in' && url.origin === this.origin)
    const accept = this.page.getByRole('button', { name: /^(Accept the terms|Aceitar os termos)$/ })
    await accept.or(this.personMenu()).first().waitFor()
    if (await accept.isVisible()) await accept.click()
    await this.personMenu().waitFor()
  }

  async nameAccount(client: string): Promise<void> {
    await this.page.locator('input[name=client]').fill(client)
    await this.page.locator('button[type=submit]').click()
  }

  async enterPassword(person: string, password = demoPassword): Promise<void> {
    await this.page.locator('#login').fill(person)
    await this.page.locator('#password').fill(password)
    await this.page.locator('button[value=sign_in]').click()
  }

  async signOut(): Promise<void> {
    await this.personMenu().click()
    await this.page.getByRole('button', { name: /^(Log out|Sair)$/ }).click()
    await this.page.waitForURL('**/sign-in**')
  }

  personMenu() {
    return this.page.getByRole('button', { name: /^(Your menu|Seu menu)$/ })
  }

  /** Makes a call to the API as this signed-in person. */
  async api(path: string, init: RequestInit = {}): Promise<Response> {
    const stored = await this.page.evaluate(() => sessionStorage.getItem('holdfast.session'))
    const { tokens } = JSON.parse(stored ?? '{}') as { tokens?: { idToken: string } }
    if (!tokens) throw new Error('nobody is signed in')
    return fetch(`${this.origin}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${tokens.idToken}`, ...init.headers },
    })
  }

  /** The JSON answer to a GET. Throws when it is refused. */
  async read<Answer>(path: string): Promise<Answer> {
    const response = await this.api(path)
    if (!response.ok) throw new Error(`GET ${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as Answer
  }

  #recordProblems(): void {
    const recordProblem = (problem: string): void => {
      if (missingPart.test(problem)) return
      if (!this.#expected.some((pattern) => pattern.test(problem))) this.#problems.push(problem)
    }
    this.#context.on('console', (message) => {
      // Chromium reports breaches of the content security policy here, too.
      if (message.type() === 'error') recordProblem(`console: ${message.text()} (${message.location().url})`)
    })
    this.#context.on('weberror', (error) => recordProblem(`page error: ${error.error().message}`))
    this.#context.on('response', (response) => {
      if (response.status() >= 500) recordProblem(`HTTP ${response.status()}: ${response.url()}`)
    })
  }
}
