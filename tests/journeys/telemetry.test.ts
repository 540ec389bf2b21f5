import type { DevicePayloadMetric, PeriodMetrics, ReportedTelemetry } from '@holdfast/contract'
import { describe, expect } from 'vitest'
import { journey } from './journey.ts'
import { follow } from './navigation.ts'
import type { Visitor } from './visitor.ts'

const client = 'meridian'

/** The answer of a call that the page makes meanwhile. */
const answered = async <T>({ page }: Visitor, path: RegExp, act: () => Promise<unknown>): Promise<T> => {
  const response = page.waitForResponse((each) => path.test(new URL(each.url()).pathname) && each.ok())
  await act()
  return (await (await response).json()) as T
}

describe('what devices record and report', () => {
  journey('metrics are a chart and a table of the same numbers, and a list with filters', async ({ visitor }) => {
    const { page } = visitor
    await visitor.signIn(client, 'olivia.hart')
    await page.goto('/dashboard')
    const sums = await answered<PeriodMetrics>(visitor, /\/metrics\/Monthly\/periods$/, () => follow(page, 'Metrics'))
    await page.getByRole('heading', { level: 1, name: 'Metrics' }).waitFor()
    const panel = page.getByRole('region', { name: 'Recordings by period and kind' })
    await page.getByRole('img', { name: 'Recordings by period and kind' }).waitFor()
    await page.getByRole('radiogroup', { name: 'Show as' }).getByText('Table').click()
    const cells = await panel.getByRole('cell').allInnerTexts()
    const shown = cells.map((cell) => Number(cell.replaceAll(/\D/g, ''))).reduce((sum, value) => sum + value, 0)
    const counted = sums.items.reduce((sum, { count }) => sum + count, 0)
    // Each number is in its cell, and in that of its period.
    expect(shown).toBe(2 * counted)
    expect(counted).toBeGreaterThan(0)

    const list = await answered<{ items: DevicePayloadMetric[] }>(visitor, /\/metrics\/Summary$/, () =>
      page.getByRole('radiogroup', { name: 'Length of a period' }).getByText('In all').click(),
    )
    expect(new URL(page.url()).search).toContain('Summary')
    const [first] = list.items
    await page
      .getByRole('table', { name: 'Metrics' })
      .getByRole('row')
      .filter({ hasText: first?.device_reference ?? '' })
      .first()
      .click()
    await page.getByRole('heading', { name: 'State of the device' }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Metrics' }).waitFor()
    expect(new URL(page.url()).search).toContain('Summary')
  })

  journey('a device that needs a look is found, with its state, history and applications', async ({ visitor }) => {
    const { page } = visitor
    await visitor.signIn(client, 'olivia.hart')
    const latest = await answered<{ items: ReportedTelemetry[] }>(visitor, /\/api\/.*\/telemetry$/, () =>
      page.goto('/dashboard/devices/telemetry?filter[problems][0]=rooted'),
    )
    const [rooted] = latest.items
    expect(rooted?.problems).toContain('rooted')
    await page
      .getByRole('link', { name: rooted?.device_reference ?? '' })
      .first()
      .click()
    await page.getByRole('heading', { name: 'State of the device' }).waitFor()
    await page.getByText('Rooted', { exact: true }).first().waitFor()
    await page.getByRole('img', { name: /^Battery over time/ }).waitFor()
    await page.getByRole('radiogroup', { name: 'Show as' }).getByText('Table').click()
    await page.getByRole('columnheader', { name: 'Free storage' }).waitFor()
    await page.getByRole('button', { name: /applications$/ }).click()
    await page.getByRole('textbox', { name: 'Name or package' }).fill('harbour')
    await page.getByText('1 application', { exact: true }).waitFor()
    await page.getByText('Harbour VPN', { exact: true }).waitFor()
  })
})
