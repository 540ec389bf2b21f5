import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { journey } from './journey.ts'

const client = 'meridian'

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main navigation' })
const unknownRecording = '01ARZ3NDEKTSV4RRFFQ69G5FAV'

/** Paths with a part that no reference can have. */
const malformed = [
  '/dashboard/services/calls/x',
  `/dashboard/services/photos/${'x'.repeat(37)}`,
  '/dashboard/devices/a:b',
  '/dashboard/devices/users/ab',
  '/dashboard/account/support-access/no-ulid',
  '/dashboard/access/roles/no%2Fslash',
]

/** Paths that go on after that of a screen. */
const longer = [
  '/dashboard/devices/users/harry.marsh/x',
  '/dashboard/devices/numbers/+447700900151/x/y',
  '/dashboard/access/groups/Equities%20London/x',
  '/dashboard/account/settings/x',
]

describe('an unknown path', () => {
  journey('shows Page Not Found with the navigation, without asking the server about it', async ({ visitor }) => {
    const { page } = visitor
    await visitor.signIn(client, 'olivia.hart')
    const asked: string[] = []
    page.on('request', (request) => {
      if (/\/api\/.*\/(payloads|devices|users|groups|supportaccess|roles)\//.test(request.url()))
        asked.push(request.url())
    })
    for (const path of [...malformed, ...longer, '/dashboard/no/such', '/no/such', '/dashboard/access/no-such']) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1, name: 'Page Not Found' }).waitFor()
      await page.getByText(/^Page not found: /).waitFor()
      await navigation(page).getByRole('link', { name: 'Calls', exact: true }).waitFor()
      expect(await page.getByRole('main').count(), path).toBe(1)
    }
    expect(asked).toEqual([])
    await page.getByRole('link', { name: 'Go to the overview' }).click()
    await page.waitForURL('**/dashboard')
  })

  journey('shows Page Not Found with a link to sign in, when nobody is signed in', async ({ visitor }) => {
    const { page } = visitor
    await page.goto('/no/such')
    await page.getByRole('heading', { level: 1, name: 'Page Not Found' }).waitFor()
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.waitForURL('**/sign-in')
  })

  journey('of a recording that does not exist has a link to the list', async ({ visitor }) => {
    const { page } = visitor
    visitor.expectBrowserError(/status of 404/)
    await visitor.signIn(client, 'amir.khan')
    await page.goto(`/dashboard/services/photos/${unknownRecording}`)
    const words = page.getByRole('heading', { level: 1, name: 'Recording not found' })
    await words.waitFor()
    expect(await words.count()).toBe(1)
    await page.getByText('An error occurred', { exact: true }).waitFor()
    expect(await page.getByText('Data not found', { exact: true }).count()).toBe(1)
    await page.getByRole('link', { name: 'Go to Photos' }).click()
    await page.getByRole('heading', { level: 1, name: 'Photos' }).waitFor()
  })
})

describe('an address', () => {
  journey(
    'with a filter that the list does not know says so, and shows nothing until it is left out',
    async ({ visitor }) => {
      const { page } = visitor
      const asked: string[] = []
      page.on('request', (request) => asked.push(request.url()))
      await visitor.signIn(client, 'ruth.castellan')
      await page.goto('/dashboard/services/calls?filter[reviewed]=false&filter[is_late]=false')
      await page.getByText('Unknown filter: reviewed=false.', { exact: false }).waitFor()
      expect(await page.getByText('Invalid Date').count()).toBe(0)
      expect(asked.filter((url) => url.includes('/payloads?'))).toEqual([])
      await page.getByRole('button', { name: 'Show the list without it' }).click()
      await page.getByRole('table', { name: 'Calls' }).waitFor()
      expect(new URL(page.url()).search).toBe('?filter[is_late]=false')
    },
  )

  journey('of a saved view that the person does not see says so', async ({ visitor }) => {
    const { page } = visitor
    await visitor.signIn(client, 'ruth.castellan')
    await page.goto('/dashboard/services/calls?view=01M85PR7000000000000000000')
    await page.getByText('This view does not exist', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Show the whole list' }).click()
    await page.getByRole('table', { name: 'Calls' }).waitFor()
    await page.reload()
    await page.getByRole('table', { name: 'Calls' }).waitFor()
  })
})

describe('the path of the trail', () => {
  journey('keeps whether people or devices are shown, also after a reload', async ({ visitor }) => {
    const { page } = visitor
    const ofDevices = () =>
      page.waitForResponse((response) => response.url().includes('/device_activities?') && response.ok())
    await visitor.signIn(client, 'olivia.hart')
    await page.goto('/dashboard/account/audit')
    const asked = ofDevices()
    await page.getByText('Devices', { exact: true }).last().click()
    await asked
    const askedAgain = ofDevices()
    await page.reload()
    await askedAgain
    expect(await page.getByRole('radio', { name: 'Devices' }).isChecked()).toBe(true)
  })
})

describe('from the terms, somebody who is signed out gets to the sign-in page', () => {
  journey('after logging out there', async ({ visitor }) => {
    const { page } = visitor
    await page.goto('/sign-in')
    // No other journey signs in as this person: the terms can be accepted only once.
    await visitor.nameAccount('aurora')
    await visitor.enterPassword('beatriz.costa')
    await page.getByRole('heading', { level: 1, name: 'Terms of use' }).waitFor()
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.waitForURL('**/sign-in')
    await page.getByRole('textbox', { name: 'Account identifier' }).waitFor()
  })

  journey('after logging out in another tab', async ({ visitor }) => {
    await visitor.signInThroughPages(client, 'tom.baker')
    const other = await visitor.openTab()
    await other.goto('/terms')
    await other.getByText('You accepted this version.', { exact: true }).waitFor()
    await visitor.signOut()
    await other.waitForURL('**/sign-in**')
  })

  journey('after the server ended the session, and then back to the terms', async ({ visitor }) => {
    const { page } = visitor
    visitor.expectBrowserError(/status of 401|Authentication expired/)
    // Somebody else: whoever has logged out can't sign in within the same second.
    await visitor.signIn(client, 'ruth.castellan')
    await page.evaluate(() => {
      const state = JSON.parse(sessionStorage.getItem('holdfast.session') ?? '{}')
      state.tokens = { idToken: 'gone', refreshToken: 'gone', expiresAt: 0 }
      sessionStorage.setItem('holdfast.session', JSON.stringify(state))
    })
    await page.goto('/terms')
    await page.waitForURL((url) => url.pathname === '/sign-in' && url.searchParams.get('return_to') === '/terms')
    await page.getByText('Authentication expired', { exact: true }).waitFor()
  })
})
