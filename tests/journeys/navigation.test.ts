import { describe, expect } from 'vitest'
import { violations } from './axe.ts'
import { journey } from './journey.ts'
import { phone } from './looks.ts'
import { entryOf, navigation } from './navigation.ts'
import { settled } from './screens.ts'

const client = 'meridian'

describe('the navigation', () => {
  journey('folds its sections, remembers it, and opens the section of the screen', async ({ visitor }) => {
    const { page } = visitor
    await visitor.signIn(client, 'olivia.hart')
    await page.goto('/dashboard')
    const section = (name: string) => navigation(page).getByRole('button', { name, exact: true })
    const entry = (name: string) => navigation(page).getByRole('link', { name, exact: true })
    await entry('Calls').waitFor()
    expect(await entry('Groups').isVisible()).toBe(false)

    // By keyboard, and the focus stays on the title.
    await section('Access').focus()
    await page.keyboard.press('Enter')
    await entry('Groups').waitFor()
    expect(await section('Access').getAttribute('aria-expanded')).toBe('true')
    expect(await section('Access').evaluate((button) => button === document.activeElement)).toBe(true)
    await section('Services').click()
    await entry('Calls').waitFor({ state: 'hidden' })
    await page.reload()
    await entry('Groups').waitFor()
    expect(await entry('Calls').isVisible()).toBe(false)

    await page.goto('/dashboard/devices/metrics')
    await entry('Metrics').and(page.locator('[aria-current="page"]')).waitFor()
    await page.goto('/dashboard/services/calls')
    await entry('Calls').and(page.locator('[aria-current="page"]')).waitFor()
    await page.goto('/dashboard')
    await section('Services').waitFor()
    expect(await entry('Calls').isVisible()).toBe(false)
  })

  journey('leads to the settings, which have a list of their own', async ({ visitor }) => {
    const { page } = visitor
    await visitor.signIn(client, 'olivia.hart')
    await page.goto('/dashboard')
    await (await entryOf(page, 'Settings')).click()
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
    await page.getByRole('main').getByRole('link', { name: /^Tags/ }).click()
    await page.getByRole('heading', { level: 1, name: /^Tags/ }).waitFor()
    expect(await (await entryOf(page, 'Settings')).getAttribute('aria-current')).toBe('true')
    const list = page.getByRole('navigation', { name: 'Settings', exact: true })
    expect(await list.getByRole('link', { name: 'Tags' }).getAttribute('aria-current')).toBe('page')
    await list.getByRole('link', { name: 'Apps' }).click()
    await page.getByRole('heading', { level: 1, name: /^Apps/ }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: /^Tags/ }).waitFor()

    await page.keyboard.press('Control+k')
    await page.getByRole('textbox', { name: 'Search' }).fill('licences')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Licences' }).waitFor()

    // A phone has the list as a screen, which the breadcrumbs lead to.
    await page.setViewportSize(phone)
    expect(await list.isVisible()).toBe(false)
    await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
    await page.getByRole('button', { name: /^Open navigation/ }).click()
    await (await entryOf(page, 'Groups')).waitFor()
    await settled(page)
    expect(await violations(page)).toEqual([])
    await (await entryOf(page, 'Groups')).click()
    await page.getByRole('heading', { level: 1, name: /^Groups/ }).waitFor()
  })
})
