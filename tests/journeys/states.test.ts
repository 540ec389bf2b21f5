import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { journey } from './journey.ts'
import { entryOf, follow, navigation } from './navigation.ts'
import { processedRecording } from './recordings.ts'

const client = 'meridian'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const notices = (page: Page) => page.getByText('An error occurred', { exact: true })

const groupsScreen = '**/assets/groups-page-*.js'

describe('without a network', () => {
  journey(
    'a banner says so, loaded content stays, and the rest loads when the network is back',
    async ({ visitor }) => {
      const { page } = visitor
      visitor.expectBrowserError(/ERR_INTERNET_DISCONNECTED|Failed to fetch/)
      await visitor.signIn(client, 'amir.khan')
      await processedRecording(visitor, { client, payload_type: 'Call' })
      await page.goto('/dashboard/services/calls')
      const rows = page.getByRole('table', { name: 'Calls' }).getByRole('link')
      await rows.first().waitFor()
      const first = await rows.first().getAttribute('href')
      await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }))

      await page.context().setOffline(true)
      const banner = page.getByText('You are offline. Data that is already loaded stays here.', { exact: true })
      await banner.waitFor()
      await follow(page, 'Groups')
      await heading(page, 'This screen could not be loaded').waitFor()
      expect(await navigation(page).isVisible()).toBe(true)
      await page.goBack()
      await rows.first().waitFor()
      expect(await rows.first().getAttribute('href')).toBe(first)
      expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true)
      expect(await notices(page).count()).toBe(0)

      await follow(page, 'Groups')
      await heading(page, 'This screen could not be loaded').waitFor()
      await page.context().setOffline(false)
      await banner.waitFor({ state: 'detached' })
      await heading(page, 'Groups').waitFor()
      await page.getByRole('table', { name: 'Groups' }).waitFor()
    },
  )

  journey('menus, filters and the search palette open', async ({ visitor }) => {
    const { page } = visitor
    visitor.expectBrowserError(/ERR_INTERNET_DISCONNECTED/)
    await visitor.signIn(client, 'amir.khan')
    await processedRecording(visitor, { client, payload_type: 'Call' })
    await page.goto('/dashboard/services/calls')
    await page.getByRole('table', { name: 'Calls' }).waitFor()
    await page.context().setOffline(true)
    await visitor.personMenu().click()
    await page.getByRole('button', { name: 'Log out' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Filter/ }).click()
    await page.getByRole('combobox', { name: 'Group' }).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.getByRole('textbox', { name: 'Search' }).waitFor()
    expect(await notices(page).count()).toBe(0)
  })
})

describe('while the server is away', () => {
  /** Calls are not answered, nor is the question whether the server is there. */
  const away = /\/(healthz|api\/.*|assets\/.*)$/

  journey('a list that could not be read, and a screen, come by themselves when it is back', async ({ visitor }) => {
    const { page } = visitor
    visitor.expectBrowserError(/ERR_CONNECTION_REFUSED|Failed to fetch/)
    await visitor.signIn(client, 'amir.khan')
    await page.goto('/dashboard/devices')
    await page.getByRole('table', { name: 'Devices' }).waitFor()
    await page.route(away, (route) => route.abort('connectionrefused'))
    await follow(page, 'Groups')
    await heading(page, 'This screen could not be loaded').waitFor()
    await page.unroute(away)
    await page.getByRole('table', { name: 'Groups' }).waitFor()

    const list = '**/api/admin/v1/meridian/groups?*'
    await page.route(list, (route) => route.abort('connectionrefused'))
    await page.route('**/healthz', (route) => route.abort('connectionrefused'))
    await page.reload()
    await page.getByText('This could not be loaded', { exact: true }).waitFor()
    await page.unroute(list)
    await page.unroute('**/healthz')
    await page.getByRole('table', { name: 'Groups' }).waitFor()
  })

  journey('a list says from when its rows are, and reads further rows when it is back', async ({ visitor }) => {
    const { page } = visitor
    visitor.expectBrowserError(/ERR_CONNECTION_REFUSED|Failed to fetch/)
    await visitor.signIn(client, 'amir.khan')
    const events = /\/(healthz|api\/.*\/events)$/
    const further = /\/api\/.*last_key=/
    await page.route(events, (route) => route.abort('connectionrefused'))
    await page.route(further, (route) => route.abort('connectionrefused'))
    await page.goto('/dashboard/services/calls')
    await page.getByText(/^The server can’t be reached\. Showing data loaded at \d\d:\d\d\.$/).waitFor()
    const calls = page.getByRole('table', { name: 'Calls' })
    await calls.getByRole('row').last().scrollIntoViewIfNeeded()
    await page.getByText('The next rows could not be loaded.').waitFor()
    await page.unroute(further)
    await page.unroute(events)
    await page.getByText(/^The server can’t be reached/).waitFor({ state: 'detached' })
    await page.getByText('The next rows could not be loaded.').waitFor({ state: 'detached' })
  })
})

describe('a failure is shown once, with the navigation', () => {
  journey('of a screen that is missing after one reload, with a button to try again', async ({ visitor }) => {
    const { page } = visitor
    visitor.expectBrowserError(/status of 404|Failed to fetch dynamically imported module/)
    await visitor.signIn(client, 'amir.khan')
    await page.goto('/dashboard/devices')
    await heading(page, 'Devices').waitFor()
    await page.route(groupsScreen, (route) => route.fulfill({ status: 404 }))
    await page.goto('/dashboard/access/groups')
    await heading(page, 'This screen could not be loaded').waitFor()
    await entryOf(page, 'Devices')
    await page.unroute(groupsScreen)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('table', { name: 'Groups' }).waitFor()
  })

  journey('of a list that the server could not read', async ({ visitor }) => {
    const { page } = visitor
    visitor.expectBrowserError(/status of 500|HTTP 500/)
    await visitor.signIn(client, 'amir.khan')
    const list = '**/api/admin/v1/meridian/groups?*'
    await page.route(list, (route) => route.fulfill({ status: 500, json: { error_code: 500, message: 'No luck' } }))
    await page.goto('/dashboard/access/groups')
    await page.getByText('This could not be loaded', { exact: true }).waitFor()
    await page.getByText('No luck', { exact: true }).first().waitFor()
    await notices(page).waitFor()
    await page.unroute(list)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('table', { name: 'Groups' }).waitFor()
  })

  journey('of a record whose heading says that the server failed', async ({ visitor }) => {
    const { page } = visitor
    visitor.expectBrowserError(/status of 500|HTTP 500/)
    await visitor.signIn(client, 'amir.khan')
    const { payload_reference } = await processedRecording(visitor, { client, payload_type: 'Call' })
    const record = `**/api/client/v1/meridian/payloads/${payload_reference}`
    await page.route(record, (route) => route.fulfill({ status: 500, json: { error_code: 500, message: 'No luck' } }))
    await page.goto(`/dashboard/services/calls/${payload_reference}`)
    await heading(page, 'Internal Server Error').waitFor()
    await notices(page).waitFor()
    await page.unroute(record)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('button', { name: 'Play' }).waitFor()
  })

  journey('of a profile that could not be read, with buttons to try again and to log out', async ({ visitor }) => {
    const { page } = visitor
    visitor.expectBrowserError(/status of 500|HTTP 500|No luck/)
    await visitor.signIn(client, 'amir.khan')
    const profile = '**/api/admin/v1/meridian/profile'
    await page.route(profile, (route) => route.fulfill({ status: 500, json: { error_code: 500, message: 'No luck' } }))
    await page.goto('/dashboard/devices')
    await page.getByText('Your profile could not be loaded', { exact: true }).waitFor()
    expect(await notices(page).count()).toBe(0)
    await page.unroute(profile)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('table', { name: 'Devices' }).waitFor()

    await page.route(profile, (route) => route.fulfill({ status: 500, json: { error_code: 500, message: 'No luck' } }))
    await page.reload()
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.waitForURL('**/sign-in')
  })
})
