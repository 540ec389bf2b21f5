import { describe, expect } from 'vitest'
import { recordContent } from './demo-handset.ts'
import { journey } from './journey.ts'
import { followSetting } from './navigation.ts'

describe('carriers', () => {
  journey('staff see the carriers that handsets reported, by country', async ({ visitor }) => {
    const carrier = { carrier_code: '26899', carrier_name: 'Rede Tejo' }
    await recordContent('R58-CARRIER', Buffer.from('short'), 'Diagnostics', { carrier })
    const { page } = visitor
    await visitor.signIn('admin', 'nadia.osei')
    await page.goto('/internal/staff')
    await followSetting(page, 'Carriers', 'Internal settings')
    await page.getByRole('heading', { level: 1, name: 'Carriers', exact: true }).waitFor()
    const portugal = page.getByRole('row').filter({ hasText: 'Portugal' })
    await portugal.getByText('Rede Tejo (26899)').waitFor()
    await portugal.getByText('+351').waitFor()
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('textbox', { name: 'Country, prefix or carrier' }).fill('brazil')
    await page.keyboard.press('Enter')
    await page.getByRole('row').filter({ hasText: 'Brazil' }).getByText('+55').waitFor()
    expect(await portugal.count()).toBe(0)
    await page.goBack()
    await portugal.waitFor()
  })
})
