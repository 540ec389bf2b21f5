import { describe, expect } from 'vitest'
import { contentOf } from './downloads.ts'
import { journey } from './journey.ts'
import { settled } from './screens.ts'
import type { Visitor } from './visitor.ts'

const monitoringOrigin = 'https://monitoring.example'

/** Sets the monitoring address of Meridian through the form of its settings; '' removes it. */
const setMonitoring = async ({ page }: Visitor, url: string) => {
  await page.goto('/internal/clients/meridian')
  const address = page.getByRole('textbox', { name: 'Monitoring address' })
  await address.fill(url)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved', { exact: false }).first().waitFor()
}

describe('the provider’s overview and statistics', () => {
  journey(
    'staff go from a figure that needs them to the alerts, to statistics, a file and a customer',
    async ({ visitor }) => {
      const { page } = visitor
      await visitor.signIn('admin', 'nadia.osei')
      await page.goto('/internal')
      const customers = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Meridian Bank' }) })
      await customers.getByRole('term').filter({ hasText: 'Stored' }).waitFor()
      await page.getByRole('listitem').filter({ hasText: 'Object store' }).getByText('Answers').waitFor()
      await page.getByRole('listitem').filter({ hasText: 'Workers' }).getByText('Running').waitFor()
      const failed = customers.locator('div').filter({ has: page.getByRole('term').filter({ hasText: 'Failed' }) })
      await failed.getByRole('link').first().click()
      await page.waitForURL((url) => url.pathname === '/internal/alerts')
      expect(decodeURIComponent(page.url())).toContain('filter[clients][0]=meridian')
      expect(decodeURIComponent(page.url())).toContain('filter[conditions][0]=payload_failed')
      await page.goBack()
      await customers.waitFor()

      await page.getByRole('navigation').getByRole('link', { name: 'Statistics' }).click()
      await page.getByRole('heading', { level: 1, name: 'Statistics' }).waitFor()
      await page.getByRole('figure').first().waitFor()
      await page.getByText('Table', { exact: true }).click()
      expect(await page.getByRole('table', { name: 'Recordings by day' }).getByRole('row').count()).toBe(31)
      const rows = page.getByRole('table', { name: 'Statistics' }).getByRole('row')
      await rows.filter({ hasText: 'Aurora Corretora' }).waitFor()

      await page.getByText('By service', { exact: true }).last().click()
      await rows.filter({ hasText: 'Interviews' }).first().waitFor()
      await page.goto('/internal/statistics?filter[clients][0]=meridian&filter[rows]=services')
      await settled(page)
      expect(await rows.filter({ hasText: 'Aurora Corretora' }).count()).toBe(0)
      await page.getByRole('button', { name: 'Export', exact: true }).click()
      const saving = page.waitForEvent('download')
      await page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click()
      const csv = (await contentOf(await saving)).toString()
      expect(csv.startsWith('\uFEFFclient,name,service,from,to,day,figure,value,as_of,is_stale\r\n')).toBe(true)
      expect(csv).toMatch(/\r\nmeridian,Meridian Bank,sms,[^,]+,[^,]+,,devices,\d+,/)
      expect(csv).toMatch(/\r\nmeridian,Meridian Bank,sms,[^,]+,[^,]+,\d{4}-\d\d-\d\d,recordings\.Processed,\d+,/)
      expect(csv).not.toContain('\r\naurora,')

      await rows.filter({ hasText: 'Calls' }).first().getByRole('link').first().click()
      await page.waitForURL((url) => url.pathname === '/internal/clients/meridian')
      await page.getByRole('table', { name: 'Statistics' }).getByRole('row').filter({ hasText: 'Photos' }).waitFor()
      await page.goBack()
      await rows.filter({ hasText: 'Calls' }).first().waitFor()
      await page.reload()
      await rows.filter({ hasText: 'Calls' }).first().waitFor()
    },
  )

  journey(
    'an uncaught error is reported to the account’s monitoring address, without what it says',
    async ({ newVisitor }) => {
      const [nadia, olivia] = await Promise.all([newVisitor(), newVisitor()])
      await nadia.signIn('admin', 'nadia.osei')
      await setMonitoring(nadia, `${monitoringOrigin}/ingest`)
      try {
        await olivia.signIn('meridian', 'olivia.hart')
        const { page } = olivia
        olivia.expectBrowserError(/Amelia Hart/)
        olivia.expectBrowserError(/Content Security Policy/)
        const reports: string[] = []
        await page.context().route(`${monitoringOrigin}/**`, async (route) => {
          if (route.request().method() === 'POST') reports.push(route.request().postData() ?? '')
          const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'content-type' }
          await route.fulfill({ status: 204, headers })
        })
        await page.goto('/dashboard/devices')
        await settled(page)
        await page.evaluate(() => {
          setTimeout(() => {
            throw new TypeError('Amelia Hart called +44 20 7946 0958')
          })
        })
        await expect.poll(() => reports.length, { timeout: 45_000 }).toBe(1)
        expect(reports[0]).not.toMatch(/Amelia|7946/)
        expect(JSON.parse(reports[0] ?? '')).toMatchObject({
          application_id: null,
          build: expect.stringMatching(/^[0-9a-f]{16}$/),
          reports: [{ route: '/dashboard/devices', message_class: 'TypeError' }],
        })
        const refused = await page.evaluate(
          (url) =>
            fetch(url).then(
              () => false,
              () => true,
            ),
          `${monitoringOrigin}/ingest`,
        )
        expect(refused).toBe(true)
      } finally {
        await setMonitoring(nadia, '')
      }
    },
  )
})
