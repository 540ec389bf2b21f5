import { describe, expect } from 'vitest'
import { violations } from './axe.ts'
import { journey } from './journey.ts'
import { settled } from './screens.ts'

describe('webhooks', () => {
  journey('an administrator adds one, has a test delivered, and deletes it', async ({ newVisitor }) => {
    const visitor = await newVisitor()
    await visitor.signIn('meridian', 'olivia.hart')
    const { page } = visitor
    await page.goto('/dashboard/account/webhooks')
    await page.getByRole('link', { name: 'New webhook' }).click()
    await page.getByRole('textbox', { name: 'Webhook' }).fill('Ticket system')
    const address = page.getByRole('textbox', { name: 'Address' })
    await address.fill('tickets.example')
    await page.getByRole('button', { name: 'Create' }).click()
    expect(await address.getAttribute('aria-invalid')).toBe('true')
    // Nobody answers there: names below .invalid have no address.
    await address.fill('https://tickets.invalid/holdfast')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { level: 1, name: 'Ticket system' }).waitFor()
    await page.getByText(/^whpk_/).waitFor()
    await page.getByRole('button', { name: 'Deliver a test' }).click()
    const delivery = page.getByRole('listitem').filter({ hasText: 'Test' })
    await delivery.getByText('Failed', { exact: true }).waitFor({ timeout: 30_000 })
    await delivery.getByText(/^(Answer: )?No answer|forbidden|not public/).waitFor()
    await settled(page)
    expect(await violations(page)).toEqual([])
    await page.goBack()
    await page.goForward()
    await page.reload()
    await delivery.waitFor()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor()
    await page.getByRole('link', { name: 'SIEM' }).waitFor()
    expect(await page.getByRole('link', { name: 'Ticket system' }).count()).toBe(0)
  })
})
