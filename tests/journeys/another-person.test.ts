import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { journey } from './journey.ts'
import type { Visitor } from './visitor.ts'

/** Tabs that are open while another person signs in, in the same browser. */

/** Creates a customer's account. Returns the password of its administrator, who has not accepted the terms yet. */
const openAccount = async (staff: Visitor, client: string): Promise<string> => {
  const opened = await staff.api('/api/admin/v1/clients', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client,
      name: 'Initech plc',
      locale: 'en-GB',
      identity_provider: null,
      administrator: { user_reference: 'bill.lumbergh', email: 'bill@initech.example', name: 'Bill Lumbergh' },
    }),
  })
  expect(opened.status).toBe(200)
  const { administrator_password } = (await opened.json()) as { administrator_password: string }
  return administrator_password
}

const signInIn = async (tab: Page, client: string, person: string, password: string): Promise<void> => {
  await tab.goto(`/sign-in?client=${client}`)
  await tab.locator('button[type=submit]').click()
  await tab.locator('#login').fill(person)
  await tab.locator('#password').fill(password)
  await tab.locator('button[value=sign_in]').click()
}

const accept = (page: Page) => page.getByRole('button', { name: 'Accept the terms' })

journey(
  'an open tab switches to the person who signed in, shows them the terms, and shows nothing of the former person',
  async ({ visitor }) => {
    const { page } = visitor
    await visitor.signInThroughPages('admin', 'nadia.osei')
    const password = await openAccount(visitor, 'initech')
    await page.goto('/internal/clients')
    await page.getByRole('cell', { name: 'Initech plc' }).waitFor()
    // The browser would report a refused call, and the journey would fail.
    const tab = await visitor.openTab()
    await signInIn(tab, 'initech', 'bill.lumbergh', password)
    await accept(tab).waitFor()
    await accept(page).waitFor()
    await page.getByText('In another tab of this browser, Bill Lumbergh signed in to initech.').waitFor()

    await accept(tab).click()
    await tab.waitForURL('**/dashboard')
    await page.reload()
    await page.getByRole('link', { name: 'Holdfast' }).click()
    await page.goto('/dashboard')
    await page.getByRole('heading', { level: 1, name: 'Welcome, Bill Lumbergh' }).waitFor()
    expect(await page.getByText('Customers').count()).toBe(0)

    // The identity provider still has the session of the staff in this browser.
    await page.goto('/sign-in?client=admin')
    await page.locator('button[type=submit]').click()
    await page.waitForURL('**/internal')
    await tab.waitForURL('**/internal')
    await tab.getByText('In another tab of this browser, Nadia Osei signed in to admin.').waitFor()
  },
)

journey(
  'an open tab at an unknown path shows the terms first, and then that path again',
  async ({ visitor, newVisitor }) => {
    const staff = await newVisitor()
    await staff.signIn('admin', 'nadia.osei')
    const password = await openAccount(staff, 'hooli')
    const { page } = visitor
    await page.goto('/no/such/page')
    await page.getByRole('heading', { name: 'Page Not Found' }).waitFor()
    const tab = await visitor.openTab()
    await signInIn(tab, 'hooli', 'bill.lumbergh', password)
    await accept(page).waitFor()
    expect(new URL(page.url()).searchParams.get('return_to')).toBe('/no/such/page')
    await accept(page).click()
    await page.getByText('Page not found: /no/such/page', { exact: true }).waitFor()
  },
)
