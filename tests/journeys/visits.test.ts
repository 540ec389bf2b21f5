import type { SupportAccess } from '@holdfast/contract'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { violations } from './axe.ts'
import { journey } from './journey.ts'
import { entryOf } from './navigation.ts'
import { enterVisit, requestRow } from './support-requests.ts'
import type { Visitor } from './visitor.ts'

const client = 'meridian'
const hourMs = 3_600_000

const json = (method: string, body: object): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

const ask = async (staff: Visitor, role: string, request_description: string): Promise<SupportAccess> => {
  const requested_expiry = new Date(Date.now() + hourMs).toISOString()
  const path = `/api/admin/v1/clients/${client}/supportaccess`
  const answer = await staff.api(path, json('POST', { role, request_description, requested_expiry }))
  expect(answer.status).toBe(200)
  return (await answer.json()) as SupportAccess
}

const decide = async (customer: Visitor, request_reference: string, body: object): Promise<void> => {
  const answer = await customer.api(`/api/admin/v1/${client}/supportaccess/${request_reference}`, json('PUT', body))
  expect(answer.status).toBe(200)
}

const banner = (page: Page) => page.getByRole('region', { name: `Support mode: ${client}` })

const enter = async (page: Page, reason: string): Promise<void> => {
  await enterVisit(page, reason)
  await banner(page).waitFor()
  await page.waitForURL('**/dashboard')
}

/** The reference of a customer's device that this page shows. */
const shownDevice = async (page: Page): Promise<string> => {
  await page.goto('/dashboard/devices')
  await banner(page).waitFor()
  const link = page.getByRole('table').getByRole('link').first()
  await link.waitFor()
  const reference = decodeURIComponent((await link.getAttribute('href'))?.split('/').at(-1) ?? '')
  expect(reference).not.toBe('')
  return reference
}

const expectLeft = async (page: Page, why: string): Promise<void> => {
  await page.getByText(why, { exact: true }).waitFor()
  await page.waitForURL('**/internal/support')
  expect(await banner(page).count()).toBe(0)
}

/** Signs in the staff and the customer, and enters an approved visit. */
const visiting = async (staff: Visitor, customer: Visitor, role: string, reason: string): Promise<SupportAccess> => {
  await staff.signIn('admin', 'marc.leroy')
  await customer.signIn(client, 'olivia.hart')
  const request = await ask(staff, role, reason)
  await decide(customer, request.request_reference, { approval_state: 'approved' })
  await enter(staff.page, reason)
  // Calls that are made while the visit ends are refused.
  staff.expectBrowserError(/status of 401/)
  return request
}

journey(
  'a waiting request is shown at once to people who may decide, on any screen',
  async ({ visitor: staff, newVisitor }) => {
    const [customer, reviewer] = [await newVisitor(), await newVisitor()]
    const reason = 'Recordings of one handset do not arrive; ticket 4720.'
    await staff.signIn('admin', 'marc.leroy')
    await customer.signIn(client, 'olivia.hart')
    await reviewer.signIn(client, 'amir.khan')
    await reviewer.page.goto('/dashboard')
    await reviewer.page.getByRole('heading', { level: 1 }).waitFor()
    const { page } = customer
    await page.goto('/dashboard')
    await page.getByRole('heading', { level: 1 }).waitFor()
    const link = await entryOf(page, /^Support access/)
    const waiting = async () =>
      Number(/\((\d+) requests? for access waits? for your decision/.exec(await link.ariaSnapshot())?.[1] ?? 0)
    const pending = `/api/admin/v1/${client}/supportaccess?filter[approval_state]=pending&query_result_type=total`
    // Other requests of the demonstration may wait as well.
    const expectCountTrue = () =>
      expect
        .poll(async () => (await waiting()) - (await customer.read<{ total: number }>(pending)).total, {
          timeout: 30_000,
        })
        .toBe(0)
    await expectCountTrue()
    const { request_reference } = await ask(staff, 'Device Manager', reason)
    const figure = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: 'Support access' })
      .getByRole('link', { name: /to decide$/ })
    // Unless others waited before it, the figure is offered instead of moving what stands below it.
    const offered = page.getByRole('main').getByRole('button', { name: /^Show \d+ new figures?$/ })
    await expect
      .poll(
        async () => {
          if (await offered.isVisible()) await offered.click()
          return figure.isVisible()
        },
        { timeout: 30_000 },
      )
      .toBe(true)
    await page
      .getByRole('banner')
      .getByRole('button', { name: /unread/ })
      .waitFor()
    await expectCountTrue()
    expect(await waiting()).toBeGreaterThan(0)
    expect(await reviewer.page.getByText(reason).count()).toBe(0)
    await figure.click()
    await page.getByRole('row').filter({ hasText: reason }).first().click()
    await page.waitForURL(`**/support-access/${request_reference}`)
    await page.getByRole('button', { name: 'Reject' }).click()
    await page.getByText('Rejected', { exact: true }).first().waitFor()
    await expectCountTrue()
  },
)

describe('a visit ends in every tab', () => {
  journey('when the customer revokes it, and what it left behind is listed', async ({ visitor: staff, newVisitor }) => {
    const customer = await newVisitor()
    const role = 'Made by the provider'
    const { request_reference } = await visiting(staff, customer, 'Account Administrator', 'Roles; ticket 4721.')
    const made = await staff.page.evaluate(
      async ([path, reference]) => {
        const { tokens } = JSON.parse(sessionStorage.getItem('holdfast.session') ?? '{}')
        const authorization = `InternalSupport ${reference} Bearer ${tokens.idToken}`
        const response = await fetch(path ?? '', {
          method: 'PUT',
          headers: { authorization, 'content-type': 'application/json' },
          body: JSON.stringify({
            version: 0,
            permissions: [{ actions_matching: 'devices:read', is_denied: true }],
            payload_types: null,
            cidr_ranges: null,
            alert_permissions: [],
            is_alertable: false,
            description: null,
            test_cases: [],
          }),
        })
        return response.status
      },
      [`/api/admin/v1/${client}/roles/${encodeURIComponent(role)}`, request_reference] as const,
    )
    expect(made).toBe(200)
    const second = await staff.openTab()
    const [shown, shownToo] = [await shownDevice(staff.page), await shownDevice(second)]
    await staff.page.bringToFront()
    await decide(customer, request_reference, { approval_state: 'revoked', rejection_reason: 'Solved' })
    for (const tab of [staff.page, second]) {
      await expectLeft(tab, `${client} revoked your access: Solved`)
      expect(await tab.content()).not.toContain(shown)
      expect(await tab.content()).not.toContain(shownToo)
    }

    await customer.page.goto(`/dashboard/account/support-access/${request_reference}`)
    await customer.page.getByRole('heading', { name: 'Changes still in place' }).waitFor()
    const left = customer.page.getByRole('listitem').filter({ hasText: `Role ${role} created` })
    await left.getByRole('link', { name: role }).click()
    await customer.page.getByRole('heading', { level: 1, name: role }).waitFor()
    const deleted = await customer.api(`/api/admin/v1/${client}/roles/${encodeURIComponent(role)}`, {
      method: 'DELETE',
    })
    expect(deleted.ok).toBe(true)
  })

  journey('when its visitor ends the access in another tab', async ({ visitor: staff, newVisitor }) => {
    const reason = 'Devices; ticket 4722.'
    await visiting(staff, await newVisitor(), 'Device Manager', reason)
    const home = await staff.openTab()
    // A tab in the staff's own account: when it was opened it took over the visit, and it leaves the visit here.
    await home.goto('/internal/support')
    await banner(home).getByRole('button', { name: 'End' }).click()
    await home.getByText('Ending support mode', { exact: true }).waitFor()
    await expectLeft(staff.page, `You left ${client} in another tab. Your access goes on.`)
    await enter(staff.page, reason)
    const shown = await shownDevice(staff.page)
    await home.bringToFront()
    await requestRow(home, reason).getByRole('button', { name: 'End access' }).click()
    await home.getByRole('dialog').getByRole('button', { name: 'End access' }).click()
    await expectLeft(staff.page, `You ended your access to ${client}.`)
    expect(await staff.page.content()).not.toContain(shown)
  })
})

// With one tab only: the clocks of several can't be moved at the same moment.
journey('a visit ends when its time is over', async ({ visitor: staff, newVisitor }) => {
  await staff.page.clock.install()
  await visiting(staff, await newVisitor(), 'Device Manager', 'Devices; ticket 4723.')
  const shown = await shownDevice(staff.page)
  await staff.page.clock.fastForward(hourMs + 1000)
  await expectLeft(staff.page, `The time that ${client} allowed you is over.`)
  expect(await staff.page.content()).not.toContain(shown)
})

journey('an auditor follows a visit from the trail, and finds its hour', async ({ visitor: staff, newVisitor }) => {
  const [customer, auditor] = [await newVisitor(), await newVisitor()]
  await visiting(staff, customer, 'Device Manager', 'Devices; ticket 4724.')
  await shownDevice(staff.page)
  await auditor.signIn(client, 'grace.lee')
  const { page } = auditor
  await page.goto('/dashboard/account/audit?filter[person]=marc&filter[did][0]=support_mode.entered')
  const rows = page.getByRole('table', { name: 'Audit' })
  await rows.getByRole('link', { name: 'Support access' }).first().click()
  await rows.getByText('Asked for support access').waitFor()
  await rows.getByText('Approved support access').waitFor()
  await rows.getByText('Viewed devices').first().waitFor()
  expect(await rows.getByText('Received live updates').count()).toBe(0)
  expect(await violations(page)).toEqual([])
  const hour = page
    .getByRole('region', { name: /, by hour$/ })
    .getByRole('button', { name: /: \d+ entr/, pressed: false })
  await hour.last().click()
  await page.waitForURL((url) => url.searchParams.has('filter[hour]'))
  await rows.getByText('Viewed devices').first().waitFor()
  await page.getByRole('button', { name: /^Remove filter Hour/ }).click()
  await page.waitForURL((url) => !url.searchParams.has('filter[hour]'))
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('combobox', { name: 'About' }).fill('olivia.hart')
  await page
    .getByRole('option', { name: /olivia.hart/i })
    .first()
    .click()
  await page.getByRole('button', { name: /^Remove filter About .*olivia.hart/i }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByRole('dialog').getByText('Like the system role Auditor').waitFor()
})
