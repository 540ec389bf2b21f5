import { describe, expect } from 'vitest'
import { journey } from './journey.ts'

const client = 'meridian'

describe('the portal', () => {
  journey('brings people after sign-in to where they wanted to go', async ({ visitor }) => {
    const { page } = visitor
    await visitor.signIn(client, 'tom.baker')
    await page.evaluate(() => sessionStorage.clear())
    await page.goto('/dashboard/devices')
    await page.waitForURL('**/sign-in**')
    await page.getByText('Authentication expired', { exact: true }).waitFor()
    await visitor.nameAccount(client)
    // The broker may still know this person, and let them through without asking again.
    await page.locator('#login').or(visitor.personMenu()).first().waitFor()
    if (await page.locator('#login').isVisible()) await visitor.enterPassword('tom.baker')
    await page.waitForURL('**/dashboard/devices**')
    await page.getByRole('heading', { level: 1, name: 'Devices' }).waitFor()
  })

  journey('says that the session has expired when the server no longer takes it', async ({ visitor }) => {
    const { page } = visitor
    await visitor.signIn(client, 'tom.baker')
    visitor.expectComplaint(/status of 401|Authentication expired/)
    await page.evaluate(() => {
      const state = JSON.parse(sessionStorage.getItem('holdfast.session') ?? '{}')
      state.tokens = { idToken: 'gone', refreshToken: 'gone', expiresAt: 0 }
      sessionStorage.setItem('holdfast.session', JSON.stringify(state))
    })
    await page.goto('/dashboard/devices')
    await page.getByText('Authentication expired', { exact: true }).waitFor()
    await page.waitForURL('**/sign-in**')
  })

  journey('remembers the language for 365 days', async ({ visitor }) => {
    const { page } = visitor
    await page.goto('/')
    await page.getByText('Português', { exact: true }).first().click()
    await page.locator('html[lang="pt-BR"]').waitFor()
    const cookie = (await page.context().cookies()).find(({ name }) => name === 'locale')
    expect(cookie).toMatchObject({ value: 'pt-BR', path: '/', sameSite: 'Lax' })
    const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400
    expect(days).toBeGreaterThan(364.9)
    expect(days).toBeLessThanOrEqual(365)
    await page.reload()
    await page.locator('html[lang="pt-BR"]').waitFor()
    await page.goto('/sign-in')
    await page.getByRole('heading', { level: 1, name: 'Entrar' }).waitFor()
  })

  journey('is dark for whoever likes it dark, and stays so', async ({ visitor }) => {
    const { page } = visitor
    await visitor.signIn(client, 'tom.baker')
    await visitor.personMenu().click()
    await page.getByTitle('Dark').click()
    await page.locator('html[data-mantine-color-scheme=dark]').waitFor()
    await page.reload()
    await page.locator('html[data-mantine-color-scheme=dark]').waitFor()
    const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const [red = 255] = (background.match(/\d+/g) ?? []).map(Number)
    expect(red).toBeLessThan(64)
  })

  journey('names a path that it does not know', async ({ visitor }) => {
    const { page } = visitor
    await page.goto('/no/such/page')
    await page.getByRole('heading', { name: 'Page Not Found' }).waitFor()
    await page.getByText('Page not found: /no/such/page', { exact: true }).waitFor()
  })

  journey('is used by keyboard', async ({ visitor }) => {
    const { page } = visitor
    await visitor.signIn(client, 'tom.baker')
    await page.keyboard.press('Control+k')
    const search = page.getByRole('textbox', { name: 'Search' })
    await search.fill('Device users')
    await page.getByRole('button', { name: 'Device users' }).first().waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/dashboard/devices/users')
    await search.waitFor({ state: 'hidden' })
    await page.keyboard.press('Shift+?')
    await page.getByRole('dialog', { name: 'Keyboard' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Keyboard' }).waitFor({ state: 'hidden' })
  })
})
