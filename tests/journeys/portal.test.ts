import type { DeviceUser } from '@holdfast/contract'
import { describe, expect } from 'vitest'
import { journey } from './journey.ts'
import { entryOf } from './navigation.ts'

const client = 'meridian'

describe('the portal', () => {
  journey('returns people to the page that they wanted after they sign in', async ({ visitor }) => {
    const { page } = visitor
    await visitor.signInThroughPages(client, 'tom.baker')
    await page.evaluate(() => sessionStorage.clear())
    await page.goto('/dashboard/devices')
    await page.waitForURL('**/sign-in**')
    await page.getByText('Authentication expired', { exact: true }).waitFor()
    await visitor.nameAccount(client)
    // The broker may still have a session of this person, and then does not ask for the password.
    await page.locator('#login').or(visitor.personMenu()).first().waitFor()
    if (await page.locator('#login').isVisible()) await visitor.enterPassword('tom.baker')
    await page.waitForURL('**/dashboard/devices**')
    await page.getByRole('heading', { level: 1, name: 'Devices' }).waitFor()
  })

  journey('says that the session has expired when the server refuses it', async ({ visitor }) => {
    const { page } = visitor
    await visitor.signIn(client, 'tom.baker')
    visitor.expectBrowserError(/status of 401|Authentication expired/)
    await page.evaluate(() => {
      const state = JSON.parse(sessionStorage.getItem('holdfast.session') ?? '{}')
      state.tokens = { idToken: 'gone', refreshToken: 'gone', expiresAt: 0 }
      sessionStorage.setItem('holdfast.session', JSON.stringify(state))
    })
    await page.goto('/dashboard/devices')
    await page.getByText('Authentication expired', { exact: true }).waitFor()
    await page.waitForURL('**/sign-in**')
  })

  journey('keeps the chosen language for 365 days', async ({ visitor }) => {
    const { page } = visitor
    await page.goto('/')
    await page.getByText('Português', { exact: true }).first().click()
    await page.locator('html[lang="pt-BR"]').waitFor()
    const cookie = (await page.context().cookies()).find(({ name }) => name === 'locale')
    expect(cookie).toMatchObject({ value: 'pt-BR', path: '/', sameSite: 'Lax' })
    const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400
    expect(days).toBeGreaterThan(364.9)
    expect(days).toBeLessThanOrEqual(365)
    await visitor.signInThroughPages(client, 'tom.baker')
    await page.goto('/dashboard/devices')
    await page.getByRole('heading', { level: 1, name: 'Dispositivos' }).waitFor()
    await visitor.personMenu().click()
    await page.getByText('English', { exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Devices' }).waitFor()
    await page.reload()
    await page.locator('html[lang="en-GB"]').waitFor()
  })

  journey('is light or dark like the system, or as the person chooses', async ({ newVisitor }) => {
    const visitor = await newVisitor({ colorScheme: 'dark' })
    const { page } = visitor
    const isShown = (mode: 'light' | 'dark') => page.locator(`html[data-mantine-color-scheme=${mode}]`).waitFor()
    const brightness = () =>
      page.evaluate(() => Number(getComputedStyle(document.body).backgroundColor.match(/\d+/)?.[0]))
    await visitor.signIn(client, 'tom.baker')
    await page.goto('/dashboard')
    await isShown('dark')
    await expect.poll(brightness).toBeLessThan(64)
    await page.emulateMedia({ colorScheme: 'light' })
    await isShown('light')
    await expect.poll(brightness).toBeGreaterThan(191)

    await visitor.personMenu().click()
    await page.getByTitle('Dark').click()
    await isShown('dark')
    await page.reload()
    await isShown('dark')
    await expect.poll(brightness).toBeLessThan(64)

    await visitor.personMenu().click()
    await page.getByTitle('System').click()
    await isShown('light')
  })

  journey('keeps the filters of a list in its address', async ({ visitor }) => {
    const { page } = visitor
    await visitor.signIn(client, 'amir.khan')
    await page.goto('/dashboard/services/calls')
    await page.getByRole('table', { name: 'Calls' }).waitFor()
    await page.keyboard.press('f')
    await page.getByRole('group', { name: 'Kind' }).getByText('Blocked call', { exact: true }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Period: All time' }).click()
    await page.getByRole('button', { name: 'Last 7 days' }).click()
    await page.waitForURL((url) => url.searchParams.get('filter[period]') === '7d')
    const period = page.getByRole('button', { name: 'Period: Last 7 days' })
    expect(await period.evaluate((button) => button === document.activeElement)).toBe(true)
    const asked = page.waitForRequest((request) => {
      const { pathname, searchParams } = new URL(request.url())
      const isNarrowed = searchParams.get('filter[payload_types][0]') === 'BlockedCall'
      return pathname.endsWith('/payloads') && isNarrowed && searchParams.has('filter[date_from]')
    })
    await page.reload()
    await asked
    await period.waitFor()
    await page.getByRole('button', { name: 'Remove filter Kind Blocked call' }).click()
    await page.waitForURL((url) => !url.search.includes('BlockedCall') && url.search.includes('7d'))
  })

  journey('signs out every tab of the browser when the person logs out in one', async ({ visitor }) => {
    await visitor.signInThroughPages(client, 'tom.baker')
    const other = await visitor.openTab()
    await other.goto('/dashboard/devices')
    await other.getByRole('heading', { level: 1, name: 'Devices' }).waitFor()
    // Requests that the other tab still has under way are refused then.
    visitor.expectBrowserError(/status of 401/)
    await visitor.signOut()
    await other.waitForURL('**/sign-in**')
    await other.goto('/dashboard/devices')
    await other.waitForURL('**/sign-in**')
  })

  journey('asks for the account and password after somebody logged out', async ({ visitor }) => {
    await visitor.signInThroughPages(client, 'tom.baker')
    const asked = visitor.page.waitForResponse((response) => response.url().endsWith('/session/sign_out'))
    await visitor.signOut()
    expect((await asked).status()).toBe(204)
    await visitor.page.getByRole('textbox', { name: 'Account identifier' }).waitFor()
    expect(await visitor.page.getByText('Authentication expired', { exact: true }).count()).toBe(0)
    expect(new URL(visitor.page.url()).search).toBe('')
    await visitor.page.goto('/sign-in')
    await visitor.nameAccount(client)
    await visitor.page.locator('#password').waitFor()
  })

  journey('offers a reload when a newer build was installed', async ({ visitor }) => {
    const { page } = visitor
    await page.clock.install()
    await page.goto('/')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.route('**/build.json', (route) => route.fulfill({ json: { build: 'a newer one' } }))
    await page.clock.fastForward('01:00:01')
    await page.getByText('A new version of Holdfast is ready', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Reload' }).click()
    await page.getByText('A new version of Holdfast is ready', { exact: true }).waitFor({ state: 'detached' })
  })

  journey('offers a reload when the page was loaded from an older build', async ({ visitor }) => {
    const { page } = visitor
    await page.clock.install()
    await page.route('**/build.json', (route) => route.fulfill({ json: { build: 'a newer one' } }))
    await page.goto('/')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.clock.fastForward('00:11')
    await page.getByText('A new version of Holdfast is ready', { exact: true }).waitFor()
  })

  journey('reloads itself when a screen of an older build no longer exists', async ({ visitor }) => {
    const { page } = visitor
    await visitor.signIn(client, 'tom.baker')
    visitor.expectBrowserError(/status of 404/)
    // The mouse points at nothing: pointing at a link fetches its screen in advance.
    await page.mouse.move(0, 0)
    await page.goto('/dashboard')
    await visitor.personMenu().waitFor()
    let isOldBuild = true
    await page.route('**/assets/devices-page-*.js', (route) =>
      isOldBuild ? route.fulfill({ status: 404 }) : route.continue(),
    )
    page.on('request', (request) => {
      if (request.isNavigationRequest()) isOldBuild = false
    })
    const reloaded = page.waitForEvent('load')
    const devices = await entryOf(page, 'Devices')
    await devices.hover()
    await reloaded
    await devices.click()
    await page.getByRole('heading', { level: 1, name: 'Devices' }).waitFor()
  })

  journey('names an unknown path', async ({ visitor }) => {
    const { page } = visitor
    await page.goto('/no/such/page')
    await page.getByRole('heading', { name: 'Page Not Found' }).waitFor()
    await page.getByText('Page not found: /no/such/page', { exact: true }).waitFor()
  })

  journey('applies a typed filter when the field loses focus', async ({ visitor }) => {
    const { page } = visitor
    await visitor.signIn(client, 'tom.baker')
    await page.goto('/dashboard/devices')
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('textbox', { name: 'Numbers' }).fill('+447700900998')
    await page.getByRole('heading', { level: 1, name: 'Devices' }).click()
    await page.getByRole('button', { name: 'Remove filter Numbers +447700900998' }).waitFor()
  })

  journey('shows an auditor the latest refusals, and leads to the trail', async ({ visitor }) => {
    const { page } = visitor
    await visitor.signIn(client, 'grace.lee')
    await page.goto('/dashboard')
    await page.getByRole('heading', { name: 'Latest refusals' }).waitFor()
    await page.getByRole('link', { name: 'Created or changed roles' }).click()
    await page.getByRole('button', { name: 'Remove filter What Changed a role' }).waitFor()
    await page.goBack()
    await page.getByRole('link', { name: 'All refusals' }).click()
    await page.waitForURL((url) => url.pathname === '/dashboard/account/audit' && url.search.includes('outcomes'))
  })

  journey('can be used with the keyboard', async ({ visitor }) => {
    const { page } = visitor
    await visitor.signIn(client, 'tom.baker')
    await page.goto('/dashboard')
    await visitor.personMenu().waitFor()
    await page.keyboard.press('Control+k')
    const search = page.getByRole('textbox', { name: 'Search' })
    await search.fill('Device users')
    await page.getByRole('button', { name: 'Device users' }).first().waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/dashboard/devices/users')
    await search.waitFor({ state: 'hidden' })
    const found = await visitor.read<{ items: DeviceUser[] }>(`/api/admin/v1/${client}/users?limit=1`)
    const [user] = found.items
    if (!user) throw new Error('the demonstration has no device users')
    await page.keyboard.press('Control+k')
    const name = `${user.first_name} ${user.surname}`
    await search.fill(name.toLowerCase())
    await page.getByRole('button', { name }).first().click()
    await page.waitForURL(`**/dashboard/devices/users/${user.device_user_reference}`)
    await page.keyboard.press('Shift+?')
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await keys.getByText('Show keyboard shortcuts').waitFor()
    expect(await keys.getByText('Filter the list').count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor({ state: 'hidden' })
  })
})
