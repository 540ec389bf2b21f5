import { describe, expect } from 'vitest'
import { journey } from './journey.ts'
import { followSetting } from './navigation.ts'
import type { Visitor } from './visitor.ts'

/** Opens the limits of Aurora in the provider's list. */
const openLimits = async ({ page }: Visitor) => {
  const row = page.getByRole('table', { name: 'Licences' }).getByRole('row').filter({ hasText: 'Aurora Corretora' })
  await row.getByRole('button', { name: 'Change limits of Aurora Corretora' }).click()
  return page.getByRole('dialog', { name: 'Licences of Aurora Corretora' })
}

describe('licences', () => {
  journey('staff lower a limit, and the customer sees who is over it and gets no more', async ({ newVisitor }) => {
    const [nadia, carla] = await Promise.all([newVisitor(), newVisitor()])
    await nadia.signIn('admin', 'nadia.osei')
    await carla.signIn('aurora', 'carla.menezes')

    await nadia.page.goto('/internal/licenses')
    const limits = await openLimits(nadia)
    const interviews = limits.getByRole('textbox', { name: 'Interviews' })
    const former = await interviews.inputValue()
    await interviews.fill('100001')
    await limits.getByRole('button', { name: 'Save' }).click()
    expect(await interviews.getAttribute('aria-invalid')).toBe('true')
    await interviews.fill('3')
    await limits.getByText(/^Below the present use of \d+\./).waitFor()
    expect(await interviews.getAttribute('aria-describedby')).toContain('description')
    await limits.getByRole('button', { name: 'Save' }).click()
    await limits.getByRole('button', { name: 'Close' }).click()
    await nadia.page.getByTitle('All in use').first().waitFor()

    const { page } = carla
    await page.goto('/dashboard')
    await followSetting(page, 'Licences')
    await page.getByRole('heading', { level: 1, name: 'Licences' }).waitFor()
    const service = page.getByRole('row').filter({ hasText: 'Interviews' }).first()
    await service.getByText(/over the limit$/).waitFor()
    await page.getByRole('combobox', { name: 'Service' }).click()
    await page.getByRole('option', { name: 'Interviews' }).click()
    expect(await page.getByRole('table', { name: 'By month' }).getByRole('row').count()).toBeGreaterThan(2)
    await page.getByRole('link', { name: 'Assessores' }).click()
    await page.getByRole('heading', { level: 1, name: 'Assessores' }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Licences' }).waitFor()

    await page.goto('/dashboard/devices/users/create')
    await page.getByRole('combobox', { name: 'Services' }).click()
    await page.getByRole('option', { name: 'Interviews' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('status').filter({ hasText: 'More devices are expected than licences are free' }).waitFor()
    await page.getByText(/^Interviews: no licence is free, \d+ more devices? (is|are) expected$/).waitFor()
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Licences' }).waitFor()

    const again = await openLimits(nadia)
    await again.getByRole('textbox', { name: 'Interviews' }).fill(former)
    await again.getByRole('button', { name: 'Save' }).click()
    await again.getByRole('button', { name: 'Close' }).click()
    await page.reload()
    await service.waitFor()
    expect(await service.getByText(/over the limit$/).count()).toBe(0)
  })
})
