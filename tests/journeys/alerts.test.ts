import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { violations } from './axe.ts'
import { equitiesHandset } from './demo-handset.ts'
import { journey } from './journey.ts'
import { settled } from './screens.ts'
import type { Visitor } from './visitor.ts'

const client = 'meridian'
const headers = { 'content-type': 'application/json' }

const alertRow = (page: Page, subject: string) =>
  page.getByRole('table', { name: 'Alerts' }).locator('[data-index]').filter({ hasText: subject })

/** Shows the rows that came while the list was open. */
const showNew = (page: Page) => page.getByRole('button', { name: /^\d+ new$/ }).click()

/** How many active alerts the bell tells. */
const countOfBell = async (page: Page): Promise<number> => {
  const name = await page.getByRole('button', { name: /^Alerts(:|$)/ }).getAttribute('aria-label')
  return [...(name ?? '').matchAll(/\d+/g)].reduce((sum, [count]) => sum + Number(count), 0)
}

const deactivate = async (visitor: Visitor, device: string): Promise<void> => {
  const path = `/api/admin/v1/${client}/devices/${device}/deactivation`
  const body = JSON.stringify({ reason: 'Returned to the store' })
  expect((await visitor.api(path, { method: 'PUT', headers, body })).status).toBe(200)
}

const raise = async (visitor: Visitor, path: string, alert: object): Promise<void> => {
  const raised = { alert_type: 'AccountAlert', alert_scope: 'ops', alert_severity: 'High', ...alert }
  const body = JSON.stringify({ alerts: [raised] })
  expect((await visitor.api(path, { method: 'POST', headers, body })).status).toBe(200)
}

const device = 'R58-ALERTS'
const subject = `${device} was deactivated`

describe('alerts of an account', () => {
  journey(
    'are seen live, acknowledged and cleared, and seen again when their cause returns',
    async ({ newVisitor }) => {
      const [manager, administrator] = await Promise.all([newVisitor(), newVisitor()])
      const handset = await equitiesHandset(device)
      await manager.signIn(client, 'tom.baker')
      await administrator.signIn(client, 'olivia.hart')
      const { page } = manager
      await page.goto('/dashboard/account/alerts')
      await settled(page)
      expect(await violations(page)).toEqual([])
      const before = await countOfBell(page)

      await deactivate(administrator, device)
      await expect.poll(() => countOfBell(page), { timeout: 20_000 }).toBeGreaterThan(before)
      await showNew(page)
      await alertRow(page, subject).getByText('Triggered', { exact: true }).waitFor()

      await alertRow(page, subject).getByRole('checkbox').check()
      const bar = page.getByRole('region', { name: 'Selection' })
      expect(await bar.getByRole('button', { name: 'Re-open' }).count(), 'nothing to re-open').toBe(0)
      await bar.getByRole('button', { name: 'Acknowledge' }).click()
      const dialog = page.getByRole('dialog', { name: 'Acknowledge 1 alert?' })
      await dialog.getByRole('button', { name: 'Acknowledge' }).click()
      await alertRow(page, subject).getByText('Acknowledged', { exact: true }).waitFor()
      await bar.getByRole('button', { name: 'Close' }).click()

      await alertRow(page, subject).getByRole('link').click()
      await page.getByRole('heading', { level: 1, name: subject }).waitFor()
      await page.getByText('Acknowledged by Tom Baker', { exact: true }).waitFor()
      await page.getByText('A person deactivated a device.', { exact: true }).waitFor()
      await settled(page)
      expect(await violations(page)).toEqual([])
      await page.getByRole('button', { name: 'Mark as cleared', exact: true }).click()
      const clearing = page.getByRole('dialog', { name: 'Clear 1 alert?' })
      await clearing.getByRole('textbox', { name: 'Reason' }).fill('It was returned.')
      await clearing.getByRole('button', { name: 'Mark as cleared', exact: true }).click()
      await page.getByText('Cleared by Tom Baker', { exact: true }).waitFor()
      await page.getByText('It was returned.', { exact: true }).waitFor()

      await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Alerts' }).click()
      await settled(page)
      await expect.poll(() => alertRow(page, subject).count()).toBe(0)
      await handset.begin()
      await deactivate(administrator, device)
      await showNew(page)
      await alertRow(page, subject).getByText('Triggered', { exact: true }).waitFor()
      await page.getByRole('radiogroup', { name: 'Which alerts' }).getByText('All', { exact: true }).click()
      await expect.poll(() => alertRow(page, subject).count()).toBe(2)
      await page.goBack()
      await expect.poll(() => alertRow(page, subject).count()).toBe(1)
    },
  )

  journey('of High severity stand above every screen until somebody acknowledges them', async ({ newVisitor }) => {
    const [manager, administrator] = await Promise.all([newVisitor(), newVisitor()])
    await manager.signIn(client, 'tom.baker')
    await administrator.signIn(client, 'olivia.hart')
    const { page } = manager
    await page.goto('/dashboard/devices')
    await page.getByRole('button', { name: /^Alerts(:|$)/ }).waitFor()
    const texts = { alert_subject: 'The recorder of the trading floor is wet', alert_message: 'Water in room 2' }
    await raise(administrator, `/api/admin/v1/${client}/alerts`, texts)
    const banner = page.getByRole('alert', { name: 'Alert of high severity' })
    await banner.getByText(texts.alert_subject).waitFor()
    await page.getByRole('button', { name: /^Alerts: / }).click()
    const popover = page.getByRole('dialog').filter({ hasText: 'Active alerts' })
    await popover.getByText(texts.alert_subject).waitFor()
    await page.keyboard.press('Escape')
    await settled(page)
    expect(await violations(page)).toEqual([])
    await banner.getByRole('link', { name: 'Open', exact: true }).click()
    await page.getByText('Water in room 2', { exact: true }).waitFor()
    await page.goBack()
    await banner.getByRole('button', { name: 'Acknowledge' }).click()
    await expect.poll(() => banner.filter({ hasText: texts.alert_subject }).count()).toBe(0)
  })
})

describe("alerts of all accounts, for the provider's staff", () => {
  journey('name the account, arrive live and are dismissed for one person', async ({ newVisitor }) => {
    const [marc, nadia] = await Promise.all([newVisitor(), newVisitor()])
    await marc.signIn('admin', 'marc.leroy')
    await nadia.signIn('admin', 'nadia.osei')
    const { page } = marc
    await page.goto('/internal/alerts')
    await settled(page)
    const news = {
      client: 'aurora',
      alert_severity: 'Low',
      alert_subject: 'Maintenance of the object store',
      alert_message: 'On Sunday at 6',
    }
    await raise(nadia, '/api/admin/v1/alerts', news)
    await showNew(page)
    await alertRow(page, news.alert_subject).getByText('aurora', { exact: true }).waitFor()
    await alertRow(page, news.alert_subject).getByRole('link').click()
    await page.getByText('Raised by nadia.osei', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Dismiss', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Dismiss', exact: true }).click()
    await page.getByRole('button', { name: 'Show again', exact: true }).waitFor()
    await page.goto('/internal/alerts')
    await settled(page)
    expect(await alertRow(page, news.alert_subject).count()).toBe(0)
    await page.getByRole('radiogroup', { name: 'Which alerts' }).getByText('Dismissed', { exact: true }).click()
    await alertRow(page, news.alert_subject).waitFor()
    await nadia.page.goto('/internal/alerts')
    await alertRow(nadia.page, news.alert_subject).waitFor()
  })
})

describe('a role', () => {
  journey('that may see alerts and shows none says so', async ({ visitor }) => {
    const { page } = visitor
    await visitor.signIn(client, 'olivia.hart')
    await page.goto('/dashboard/access/roles/create')
    await page.getByRole('button', { name: /^Administrator/ }).click()
    const handling = page.getByRole('checkbox', { name: 'Handle operational alerts' })
    expect(await handling.isChecked()).toBe(true)
    await page.getByRole('checkbox', { name: 'See operational alerts' }).uncheck()
    expect(await handling.isChecked(), 'nobody handles what they do not see').toBe(false)
    await page.getByRole('checkbox', { name: 'See security alerts' }).uncheck()
    await page.getByText(/^This role may see alerts, but shows none/).waitFor()
    await page.getByRole('checkbox', { name: 'Handle security alerts' }).check()
    expect(await page.getByRole('checkbox', { name: 'See security alerts' }).isChecked()).toBe(true)
    expect(await page.getByText(/^This role may see alerts, but shows none/).count()).toBe(0)
  })
})
