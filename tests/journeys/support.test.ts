import { describe, expect } from 'vitest'
import { choose } from './choose.ts'
import { journey } from './journey.ts'
import { enterVisit, requestRow } from './support-requests.ts'

const client = 'meridian'
/** The account administrator can't play recordings, so they can't approve a role that can. */
const reason = 'The waveform of a call does not show; ticket 4711.'
const revoked = 'Devices are listed twice; ticket 4712.'

describe('support access', () => {
  journey(
    'is requested, approved, used and ended, and the customer reads what was done',
    async ({ visitor: staff, newVisitor }) => {
      const customer = await newVisitor()
      await staff.signIn('admin', 'marc.leroy')
      await staff.page.goto('/internal/support')
      await staff.page.getByRole('link', { name: 'Ask for access' }).click()
      await choose(staff.page, 'Customer', 'Meridian Bank (meridian)')
      await choose(staff.page, 'Role', 'Account Administrator')
      await staff.page.getByRole('textbox', { name: 'Reason' }).fill(reason)
      await staff.page.getByRole('button', { name: 'Ask', exact: true }).click()
      await staff.page.getByText('The request was sent to the customer', { exact: true }).waitFor()
      await requestRow(staff.page, reason).getByRole('button', { name: 'Withdraw' }).waitFor()

      await customer.signIn(client, 'olivia.hart')
      await customer.page.goto('/dashboard/account/support-access')
      // With the keyboard: requests of the demonstration arrive meanwhile and move the row.
      await requestRow(customer.page, reason).getByRole('link').press('Enter')
      await customer.page.getByRole('heading', { level: 1, name: 'Request of marc.leroy' }).waitFor()
      await customer.page.getByRole('button', { name: 'Approve' }).click()
      await customer.page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
      await customer.page.getByText('Revoke', { exact: true }).first().waitFor()

      await enterVisit(staff.page, reason)
      const banner = staff.page.getByRole('region', { name: `Support mode: ${client}` })
      await banner.waitFor()
      expect(await banner.getByRole('timer').textContent()).toMatch(/^[12]:\d\d:\d\d$/)
      await staff.page.waitForURL('**/dashboard')
      const navigation = staff.page.getByRole('navigation', { name: 'Main navigation' })
      await navigation.getByRole('link', { name: 'Calls' }).click()
      await staff.page.getByRole('table', { name: 'Calls' }).waitFor()
      expect(await navigation.getByText('Internal area').count()).toBe(0)
      await banner.getByRole('button', { name: 'End' }).click()
      await staff.page.getByText('Ending support mode', { exact: true }).waitFor()
      await staff.page.waitForURL('**/internal/support')
      await staff.page.getByText(/^Your access goes on until .+ choose ‘End access’\.$/).waitFor()

      await customer.page.reload()
      const visit = customer.page.locator('section', {
        has: customer.page.getByRole('heading', { name: 'What was done' }),
      })
      await visit.getByText('Entered support mode').waitFor()
      await visit.getByText('Viewed recordings').first().waitFor()
      await visit.getByText('Left support mode; the access goes on').waitFor()
    },
  )

  journey(
    'ends while staff are in the account when the customer revokes it',
    async ({ visitor: staff, newVisitor }) => {
      const customer = await newVisitor()
      await staff.signIn('admin', 'nadia.osei')
      await customer.signIn(client, 'olivia.hart')
      const asked = await staff.api(`/api/admin/v1/clients/${client}/supportaccess`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          role: 'Device Manager',
          request_description: revoked,
          requested_expiry: new Date(Date.now() + 3_600_000).toISOString(),
        }),
      })
      const { request_reference } = (await asked.json()) as { request_reference: string }
      const decide = (approval_state: string) =>
        customer.api(`/api/admin/v1/${client}/supportaccess/${request_reference}`, {
          method: 'PUT',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ approval_state }),
        })
      expect((await decide('approved')).status).toBe(200)
      await enterVisit(staff.page, revoked)
      await staff.page.getByRole('region', { name: /^Support mode/ }).waitFor()
      await staff.page.waitForURL('**/dashboard')
      await staff.page.getByRole('heading', { level: 1 }).waitFor()
      staff.expectBrowserError(/status of 401|support/i)
      expect((await decide('revoked')).status).toBe(200)
      await staff.page.waitForURL('**/internal/support')
      await staff.page.getByText(`${client} revoked your access.`).first().waitFor()
      await staff.personMenu().waitFor()
    },
  )
})
