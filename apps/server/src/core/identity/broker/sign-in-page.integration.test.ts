import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CookieBrowser } from '../../../../test/cookie-browser.ts'
import {
  authorizationUrl,
  type LoopbackBroker,
  password,
  signIn,
  startLoopbackBroker,
} from '../../../../test/loopback-broker.ts'

let broker: LoopbackBroker
beforeAll(async () => {
  broker = await startLoopbackBroker({ attemptLimits: { perPerson: 2, perAddress: 1000, windowSeconds: 900 } })
})
afterAll(() => broker.close())

interface Asked {
  languages: string
  ui_locales?: string
  cookie?: string
}

const openForm = (browser: CookieBrowser, client = 'acme') => browser.open(authorizationUrl(broker, client))

describe('the page', () => {
  test('shows the account name as escaped text', async () => {
    const { text } = await openForm(new CookieBrowser())
    expect(text).toContain('Sign in to Acme &#60;Bank&#62; &#38; Co')
    expect(text).toContain('<html lang="en-GB">')
  })

  test('loads only its style sheet, and has no script and no inline style', async () => {
    const { text, headers } = await openForm(new CookieBrowser())
    expect(headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src 'self'; form-action 'self' ${broker.origin}; base-uri 'none'; frame-ancestors 'none'`,
    )
    expect(headers.get('cache-control')).toBe('no-store')
    expect(text).not.toMatch(/<script|<style|\sstyle=|\son\w+=/i)
    const [, href = ''] = /<link rel="stylesheet" href="([^"]+)">/.exec(text) ?? []
    const sheet = await fetch(new URL(href, broker.origin))
    expect([sheet.status, sheet.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8'])
  })

  test.each([
    ['the browser', { languages: 'pt-PT,pt;q=0.9,en;q=0.8' }, 'pt-BR'],
    ['the portal', { languages: 'pt-BR', ui_locales: 'en-GB' }, 'en-GB'],
    ['the locale cookie', { languages: 'en', cookie: 'pt-BR' }, 'pt-BR'],
    ['an unknown language', { languages: 'de' }, 'en-GB'],
  ])('uses the language from %s', async (_who, { languages, ui_locales, cookie }: Asked, locale) => {
    const browser = new CookieBrowser({ 'accept-language': languages })
    if (cookie !== undefined) browser.remember(broker.origin, 'locale', cookie)
    const { text } = await browser.open(authorizationUrl(broker, 'acme', { ui_locales }))
    expect(text).toContain(`<html lang="${locale}">`)
  })

  test('can be switched to the other language', async () => {
    const browser = new CookieBrowser()
    const { url } = await openForm(browser)
    const { text } = await browser.open(`${url.href}?locale=pt-BR`)
    expect(text).toContain('Entrar em Acme')
  })
})

describe('refusals', () => {
  test('are the same for a wrong password, an unknown person and an inactive one', async () => {
    const answers = await Promise.all(
      [
        { login: 'ines.duarte', password: 'wrong' },
        { login: 'nobody', password: 'wrong' },
        { login: 'former.staff', password },
        { login: 'hank.scorpio', password },
      ].map(async (fields) => {
        const browser = new CookieBrowser()
        const { status, text } = await browser.submit(await openForm(browser), { ...fields, act: 'sign_in' })
        return [status, text.replaceAll(fields.login, '…')]
      }),
    )
    expect(answers[0]?.[0]).toBe(401)
    expect(answers[0]?.[1]).toContain('That user reference and password do not match')
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(broker.events).toContainEqual(
      expect.objectContaining({ event: 'sign_in_failed', user_reference: 'ines.duarte' }),
    )
  })

  test('repeat the typed reference as escaped text', async () => {
    const browser = new CookieBrowser()
    const login = '"><script>alert(1)</script>'
    const { text } = await browser.submit(await openForm(browser), { login, password: 'x', act: 'sign_in' })
    expect(text).not.toContain('<script')
    expect(text).toContain('value="&#34;&#62;&#60;script')
  })

  test('follow after a few attempts for a person, existing or not, even with the right password', async () => {
    for (const login of ['guessed', 'ines.duarte@example.com']) {
      const browser = new CookieBrowser()
      const page = await openForm(browser)
      for (let round = 0; round < 2; round += 1) {
        expect((await browser.submit(page, { login, password: 'wrong', act: 'sign_in' })).status).toBe(401)
      }
      const limited = await browser.submit(page, { login, password, act: 'sign_in' })
      expect(limited.status).toBe(429)
      expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(880)
      expect(limited.text).toContain('Too many tries. Try again in 15 min.')
    }
  })

  test('of an empty form name both fields', async () => {
    const browser = new CookieBrowser()
    const { status, text } = await browser.submit(await openForm(browser), { login: '', password: '', act: 'sign_in' })
    expect(status).toBe(400)
    expect(text).toContain('Enter your user reference and your password.')
  })

  test('follow for a form that another site sends, without the cookies', async () => {
    const page = await openForm(new CookieBrowser())
    const { status, text } = await new CookieBrowser().submit(page, { login: 'ines.duarte', password, act: 'sign_in' })
    expect(status).toBe(400)
    expect(text).toContain('This sign-in has expired')
  })

  test('follow for a form that is far too long, which is not read', async () => {
    const browser = new CookieBrowser()
    const { status } = await browser.submit(await openForm(browser), {
      login: 'x'.repeat(20_000),
      password,
      act: 'sign_in',
    })
    expect(status).toBe(400)
  })

  test('follow for a sign-in that was completed before', async () => {
    const browser = new CookieBrowser()
    const page = await openForm(browser, 'globex')
    await browser.submit(page, { login: 'hank.scorpio', password, act: 'sign_in' }, `${broker.origin}/sign-in`)
    const again = await browser.open(page.url)
    expect(again.text).toContain('This sign-in has expired')
  })

  test("of an unknown path have a page in the product's style", async () => {
    const { status, text } = await new CookieBrowser().open(`${broker.issuer}/nothing`)
    expect([status, text.includes('Page Not Found')]).toEqual([404, true])
  })

  test('cause no errors in the log', async () => {
    await signIn(broker, { login: 'hank.scorpio', client: 'globex' })
    expect(broker.faults).toEqual([])
  })
})
