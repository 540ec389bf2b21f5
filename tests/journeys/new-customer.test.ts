import { describe, expect } from 'vitest'
import { journey } from './journey.ts'

describe('a new customer', () => {
  journey('needs an administrator who can sign in, and this person can', async ({ visitor: staff, newVisitor }) => {
    const { page } = staff
    staff.expectBrowserError(/status of 400/)
    await staff.signIn('admin', 'nadia.osei')
    await page.goto('/internal/clients/create')
    await page.getByRole('textbox', { name: 'Account' }).fill('umbrella')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Umbrella plc')
    const administrator = page.getByRole('textbox', { name: 'First administrator' })
    const ownProvider = page.getByRole('switch')
    const create = page.getByRole('button', { name: 'Create' })

    await create.click()
    await page.getByText('without either nobody could sign in').waitFor()
    expect(await administrator.getAttribute('aria-invalid')).toBe('true')
    await administrator.fill('ann.ames')
    const email = page.getByRole('textbox', { name: 'Email address of the administrator' })
    await email.fill('ann.ames')
    await create.click()
    await page.getByText('Must be a valid email address').waitFor()
    await email.fill('ann@umbrella.example')
    await page.getByRole('textbox', { name: 'Name of the administrator' }).fill('Ann Ames')

    await ownProvider.press('Space')
    await page.getByRole('textbox', { name: 'Issuer' }).fill('https://u:p@login.example.com')
    await page.getByRole('textbox', { name: 'Client ID' }).fill('holdfast')
    await page.getByLabel('Client secret').fill('of nobody')
    await create.click()
    await page.getByText('Must be a public address without a user name or password').first().waitFor()
    await ownProvider.press('Space')

    await create.click()
    await page.getByRole('heading', { level: 1, name: 'Account umbrella was created' }).waitFor()
    const passwordField = page.locator('dd').filter({ hasText: /^[\w-]{24}$/ })
    const password = (await passwordField.first().textContent()) ?? ''
    const ann = await newVisitor()
    await ann.signInThroughPages('umbrella', 'ann.ames', password.trim())
    await ann.page.getByRole('heading', { level: 1 }).waitFor()
  })
})
