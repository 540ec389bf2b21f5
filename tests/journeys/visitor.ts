import type { Browser, BrowserContext, BrowserContextOptions, Cookie, Page } from 'playwright-core'
import { signInByRequest } from './sign-in-by-request.ts'
import { watchMedia } from './watch-media.ts'

/** The password of everybody in the demonstration. */
const demoPassword = 'holdfast-demo'

/** Waits are for conditions; this only says when a condition is given up. Small machines share two cores. */
const patienceMs = 45_000

/**
 * What the broker knows people by who signed in before, by account and person: it lets them through without checking their
 * password again, which takes as long as it should. Once they signed out, it asks them.
 */
const known = new Map<string, Cookie[]>()

/** One person at a browser of their own: nothing is shared with others but the machine. */
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

  static async arrive(browser: Browser, origin: string, options: BrowserContextOptions = {}): Promise<Visitor> {
    const context = await browser.newContext({
      locale: 'en-GB',
      timezoneId: 'Europe/London',
      baseURL: origin,
      ...options,
    })
    context.setDefaultTimeout(patienceMs)
    await context.addInitScript(watchMedia)
    const visitor = new Visitor(context, await context.newPage(), origin)
    visitor.#watch()
    return visitor
  }

  /** Says that the browser will complain like this, because the journey has it refused on purpose. */
  expectComplaint(pattern: RegExp): void {
    this.#expected.push(pattern)
  }

  /** Leaves; answers what went wrong meanwhile that a user or an operator would not want. */
  async leave(): Promise<readonly string[]> {
    await this.#context.close()
    return this.#problems
  }

  /** A further tab of the same browser. */
  openTab(): Promise<Page> {
    return this.#context.newPage()
  }

  /** What this person sees at this moment, for whoever has to find out why a journey failed. */
  async sees(): Promise<string> {
    const tree = await this.page.locator('body').ariaSnapshot({ timeout: 1000 })
    return `${this.page.url()}\n${tree.slice(0, 4000)}`
  }

  /**
   * Signs in by requests alone, and past the terms, in every open tab. The tabs are left on a document of the portal that
   * shows nothing, where nothing is loaded that the journey does not want: it opens what it begins with.
   */
  async signIn(client: string, person: string, password = demoPassword): Promise<void> {
    const who = `${this.origin} ${client} ${person}`
    await this.#context.addCookies(known.get(who) ?? [])
    const session = await signInByRequest(this.#context.request, { client, person, password })
    const cookies = await this.#context.cookies()
    known.set(
      who,
      cookies.filter(({ name }) => name.split('.')[0] === `holdfast_session_${client}`),
    )
    for (const tab of this.#context.pages()) {
      await tab.goto('/build.json')
      await tab.evaluate((stored) => sessionStorage.setItem('holdfast.session', stored), JSON.stringify(session))
    }
  }

  /** From the sign-in page of the portal through the broker's, and past the terms if they were not accepted yet. */
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

  /** What the API answers to this signed-in person. */
  async api(path: string, init: RequestInit = {}): Promise<Response> {
    const stored = await this.page.evaluate(() => sessionStorage.getItem('holdfast.session'))
    const { tokens } = JSON.parse(stored ?? '{}') as { tokens?: { idToken: string } }
    if (!tokens) throw new Error('nobody is signed in')
    return fetch(`${this.origin}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${tokens.idToken}`, ...init.headers },
    })
  }

  /** The JSON of a GET that has to succeed. */
  async read<Answer>(path: string): Promise<Answer> {
    const response = await this.api(path)
    if (!response.ok) throw new Error(`GET ${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as Answer
  }

  #watch(): void {
    const note = (problem: string): void => {
      if (!this.#expected.some((pattern) => pattern.test(problem))) this.#problems.push(problem)
    }
    this.#context.on('console', (message) => {
      // Chromium reports breaches of the content security policy here as well.
      if (message.type() === 'error') note(`console: ${message.text()} (${message.location().url})`)
    })
    this.#context.on('weberror', (error) => note(`page error: ${error.error().message}`))
    this.#context.on('response', (response) => {
      if (response.status() >= 500) note(`HTTP ${response.status()}: ${response.url()}`)
    })
  }
}
