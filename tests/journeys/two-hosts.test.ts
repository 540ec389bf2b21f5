import type { SupportAccess } from '@holdfast/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { type FilledProduct, startFilledProduct } from '../setup/filled-product.ts'
import { freePort } from '../setup/loopback.ts'
import { waitTimeoutMs } from '../setup/time-limits.ts'
import { journey } from './journey.ts'
import { processedRecording } from './recordings.ts'
import type { Visitor } from './visitor.ts'

/** Each portal has a host of its own: 127.0.0.1 for the staff, localhost for customers. */

const client = 'meridian'
let product: FilledProduct
let staffs: string
let customers: string
beforeAll(async () => {
  const port = await freePort()
  staffs = `http://127.0.0.1:${port}`
  product = await startFilledProduct({ HOLDFAST_PORT: String(port), HOLDFAST_ADMIN_ORIGIN: staffs })
  customers = product.origin
})
afterAll(() => product?.remove())

const json = (method: string, body: object): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

const approvedVisit = async (staff: Visitor, customer: Visitor): Promise<void> => {
  const asked = await staff.api(
    `/api/admin/v1/clients/${client}/supportaccess`,
    json('POST', {
      role: 'Reviewer',
      request_description: 'An AR recording does not play; ticket 4801.',
      requested_expiry: new Date(Date.now() + 3_600_000).toISOString(),
    }),
  )
  const { request_reference } = (await asked.json()) as SupportAccess
  const decided = await customer.api(
    `/api/admin/v1/${client}/supportaccess/${request_reference}`,
    json('PUT', { approval_state: 'approved' }),
  )
  expect(decided.status).toBe(200)
}

const banner = (page: Page) => page.getByRole('region', { name: `Support mode: ${client}` })

const enter = async ({ page }: Visitor): Promise<void> => {
  await page.goto('/internal/support')
  await page.getByRole('button', { name: 'Enter' }).first().click()
  await banner(page).waitFor()
  await page.waitForURL(`${staffs}/dashboard`)
}

const acceptTerms = async (visitor: Visitor): Promise<void> => {
  await visitor.page.getByRole('button', { name: 'Accept the terms' }).click()
  await visitor.personMenu().waitFor()
}

journey(
  'staff and customers sign in at their own host, wherever they start, and get to the page that they wanted',
  async ({ newVisitor }) => {
    const [staff, customer] = [await newVisitor({ origin: staffs }), await newVisitor({ origin: customers })]
    // Neither belongs to the other host: the portal asks whether they do, and is refused.
    for (const visitor of [staff, customer]) visitor.expectBrowserError(/status of 403/)

    await staff.page.goto(`${customers}/internal/support`)
    await staff.page.waitForURL((url) => url.origin === staffs && url.pathname === '/sign-in')
    expect(await staff.page.locator('input[name=client]').inputValue()).toBe('admin')
    await staff.page.locator('button[type=submit]').click()
    await staff.page.locator('#login').waitFor()
    expect(new URL(staff.page.url()).origin).toBe(staffs)
    await staff.enterPassword('marc.leroy')
    await acceptTerms(staff)
    await staff.page.waitForURL(`${staffs}/internal/support`)

    const wanted = '/dashboard/devices?filter[groups][0]=Equities%20London'
    await customer.page.goto(`${staffs}${wanted}`)
    await customer.page.waitForURL((url) => url.pathname === '/sign-in')
    await customer.nameAccount(client)
    await customer.page.waitForURL((url) => url.origin === customers && url.pathname === '/sign-in')
    await customer.page.getByRole('button', { name: `Continue to ${client}` }).click()
    await customer.page.locator('#login').waitFor()
    expect(new URL(customer.page.url()).origin).toBe(customers)
    await customer.enterPassword('olivia.hart')
    await acceptTerms(customer)
    await customer.page.waitForURL(
      (url) => decodeURIComponent(url.href) === decodeURIComponent(`${customers}${wanted}`),
    )
    await customer.page.getByRole('button', { name: 'Remove filter Group Equities London' }).waitFor()

    // The session of one host is not valid at the other.
    await customer.page.goto(`${staffs}/dashboard`)
    await customer.page.waitForURL((url) => url.origin === staffs && url.pathname === '/sign-in')
    await customer.page.goto(`${customers}/dashboard`)
    await customer.page.waitForURL((url) => url.origin === customers)
  },
)

journey(
  'staff visit an account at their own host, see AR there, and leave; customers do not see AR',
  async ({ newVisitor }) => {
    const [staff, customer] = [await newVisitor({ origin: staffs }), await newVisitor({ origin: customers })]
    await staff.signInThroughPages('admin', 'marc.leroy')
    await customer.signInThroughPages(client, 'helen.ward')
    const { payload_reference } = await processedRecording(customer, { client, payload_type: 'AR' })
    await approvedVisit(staff, customer)
    const arVideos = '/dashboard/services/videos?filter[payload_types][0]=AR&filter[period]=90d'

    await enter(staff)
    await staff.page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Videos' }).click()
    const tilesOf = (page: Page) => page.getByRole('main').locator('a[href^="/dashboard/services/videos/"]')
    const tiles = tilesOf(staff.page)
    await tiles.first().waitFor()
    await staff.page.goto(arVideos)
    const arTiles = tiles.filter({ has: staff.page.getByText('AR', { exact: true }) })
    await arTiles.first().waitFor()
    await expect.poll(async () => (await tiles.count()) - (await arTiles.count())).toBe(0)
    await staff.page.keyboard.press('Control+k')
    await staff.page.getByRole('textbox', { name: 'Search' }).fill(payload_reference)
    await staff.page.getByRole('button', { name: `Open recording ${payload_reference}` }).click()
    await staff.page.waitForURL(`${staffs}/dashboard/services/videos/${payload_reference}`)
    await staff.page.getByRole('button', { name: 'Show', exact: true }).click()
    const video = staff.page.locator('video')
    await video.evaluate((element: HTMLVideoElement) => void element.play().catch(() => undefined))
    await expect
      .poll(() => video.evaluate((element: HTMLVideoElement) => element.readyState), { timeout: waitTimeoutMs })
      .toBeGreaterThan(0)
    await staff.page.reload()
    await banner(staff.page).waitFor()

    await banner(staff.page).getByRole('button', { name: 'End' }).click()
    await staff.page.waitForURL(`${staffs}/internal/support`)
    await staff.personMenu().waitFor()
    await enter(staff)

    customer.expectBrowserError(/status of 404/)
    await customer.page.goto(arVideos)
    await customer.page.getByText('This link has a filter that the list does not know').waitFor()
    expect(await tilesOf(customer.page).count()).toBe(0)
    await customer.page.goto(`/dashboard/services/videos/${payload_reference}`)
    await customer.page.getByText('Recording not found', { exact: true }).first().waitFor()
    expect(await customer.page.getByText('AR', { exact: true }).count()).toBe(0)

    // Logging out during the visit ends the staff's own session, and not that of the customer.
    const secondTab = await staff.openTab()
    await secondTab.goto(`${staffs}/internal/support`)
    await secondTab.getByRole('button', { name: 'Your menu' }).waitFor()
    await staff.signOut()
    await secondTab.waitForURL((url) => url.pathname === '/sign-in')
    expect(new URL(staff.page.url()).origin).toBe(staffs)
    await customer.page.goto('/dashboard')
    await customer.personMenu().waitFor()
  },
)
