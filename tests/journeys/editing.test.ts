import { describe, expect } from 'vitest'
import { addRule } from './add-rule.ts'
import { journey } from './journey.ts'
import type { Visitor } from './visitor.ts'

const client = 'meridian'
const leaving = 'Leave without saving?'

/** Saves a group as another person would, and returns its new version. */
const saveGroup = async (visitor: Visitor, name: string, version: number, tag_value: string): Promise<number> => {
  const saved = await visitor.api(`/api/admin/v1/${client}/groups/${encodeURIComponent(name)}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ version, tags: tag_value ? [{ tag_key: 'floor', tag_value }] : [] }),
  })
  expect(saved.status).toBe(200)
  return ((await saved.json()) as { version: number }).version
}

describe('a form', () => {
  journey('overwrites only those changes of others that the person has seen', async ({ visitor }) => {
    const { page } = visitor
    await visitor.signIn(client, 'olivia.hart')
    const tag = await visitor.api(`/api/admin/v1/${client}/tags/floor`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ version: 0, tag_values: null, is_required: false, default_value: null }),
    })
    expect(tag.status).toBe(200)
    let version = await saveGroup(visitor, 'Twice edited', 0, 'ground')
    visitor.expectBrowserError(/status of 409/)
    await page.goto('/dashboard/access/groups/Twice%20edited')
    await page.getByRole('textbox', { name: 'Value of floor' }).fill('mine')
    version = await saveGroup(visitor, 'Twice edited', version, 'first')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('cell', { name: 'floor: first' }).waitFor()
    version = await saveGroup(visitor, 'Twice edited', version, 'second')
    await page.getByRole('button', { name: 'Keep mine and save again' }).click()
    await page.getByRole('cell', { name: 'floor: second' }).waitFor()
    await page.getByRole('button', { name: 'Keep mine and save again' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    const path = `/api/admin/v1/${client}/groups/Twice%20edited`
    const kept = await visitor.read<{ tags: { tag_value: string }[]; version: number }>(path)
    expect(kept.tags.map(({ tag_value }) => tag_value)).toEqual(['mine'])
    expect(kept.version).toBe(version + 1)

    // There is no question about unsaved changes after they were saved, or after the group was deleted.
    await page.getByRole('textbox', { name: 'Value of floor' }).fill('not saved')
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.waitForURL('**/dashboard/access/groups')
  })

  journey(
    'is sent only by its button, names missing fields, and asks before unsaved changes are lost',
    async ({ visitor }) => {
      const { page } = visitor
      await visitor.signIn(client, 'olivia.hart')
      await page.goto('/dashboard/access/roles')
      await page.getByRole('link', { name: 'New role' }).click()
      await page.getByRole('textbox', { name: 'Role', exact: true }).fill('Entered')
      await addRule(page)
      const action = page.getByRole('combobox', { name: 'Actions', exact: true })
      await action.fill('groups:read')
      await page.getByRole('option', { name: /^groups:read/ }).waitFor()
      await action.press('Enter')
      await page.getByRole('option').first().waitFor({ state: 'hidden' })
      await page.getByText('Only some kinds', { exact: true }).click()
      await page.getByText('Only these networks', { exact: true }).click()
      const networks = page.getByRole('combobox', { name: 'Only these networks' })
      await networks.fill('10.0.0.0/33')
      await networks.press('Enter')
      await page.getByText(/valid CIDR range/).waitFor()
      await page.getByRole('button', { name: 'Create' }).click()
      await page.getByText('Name at least 1 kind, or choose all kinds.', { exact: true }).waitFor()
      expect((await visitor.api(`/api/admin/v1/${client}/roles/Entered`)).status).toBe(404)

      const question = page.getByRole('dialog', { name: leaving })
      await page.goBack()
      await question.getByRole('button', { name: 'Stay' }).click()
      await question.waitFor({ state: 'hidden' })
      expect(await action.inputValue()).toBe('groups:read')
      const navigation = page.getByRole('navigation', { name: 'Main navigation' })
      await navigation.getByRole('link', { name: 'Calls' }).click()
      await question.getByRole('button', { name: 'Leave' }).click()
      await page.waitForURL('**/dashboard/services/calls')

      await page.goto('/dashboard/access/groups/create')
      await page.getByRole('textbox', { name: 'Group', exact: true }).fill('Unsaved')
      const closing = page.waitForEvent('dialog')
      const reloading = page.reload()
      const dialog = await closing
      expect(dialog.type()).toBe('beforeunload')
      await dialog.accept()
      await reloading
      await page.getByRole('textbox', { name: 'Group', exact: true }).fill('Unsaved')
      await visitor.signOut()
    },
  )

  journey('does not hold the person while it is saved slowly', async ({ visitor }) => {
    const { page } = visitor
    await visitor.signIn(client, 'olivia.hart')
    await page.goto('/dashboard/access/groups/create')
    await page.getByRole('textbox', { name: 'Group', exact: true }).fill('Slowly made')
    const asked = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    await page.route('**/groups/Slowly*', async (route) => {
      asked.resolve()
      await gate.promise
      await route.continue()
    })
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await asked.promise
    await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Calls' }).click()
    await page.waitForURL('**/dashboard/services/calls')
    gate.resolve()
    await page.getByText('Slowly made', { exact: true }).waitFor()
    await page.getByRole('heading', { level: 1, name: 'Calls' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/dashboard/services/calls')
  })

  journey('of the account refuses an empty list of networks', async ({ visitor }) => {
    const { page } = visitor
    await visitor.signIn(client, 'olivia.hart')
    await page.goto('/dashboard/account/settings')
    await page.getByText('Only these networks', { exact: true }).click()
    await page.getByRole('button', { name: 'Save' }).first().click()
    await page.getByText('Name at least 1 CIDR range, or choose any network.', { exact: true }).waitFor()
  })

  journey('shows a secret once, and asks before the person leaves it', async ({ visitor }) => {
    const { page } = visitor
    await visitor.signIn('admin', 'nadia.osei')
    await page.goto('/internal/clients/create')
    await page.getByRole('textbox', { name: /^Account/ }).fill('harbour-bank')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Harbour Bank')
    await page.getByRole('textbox', { name: 'First administrator' }).fill('ann.ames')
    await page.getByRole('textbox', { name: 'Email address of the administrator' }).fill('ann@harbour.example')
    await page.getByRole('textbox', { name: 'Name of the administrator' }).fill('Ann Ames')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { level: 1, name: 'Account harbour-bank was created' }).waitFor()
    await page.getByRole('link', { name: 'All customers' }).click()
    const question = page.getByRole('dialog', { name: 'Leave without the enrolment secret?' })
    await question.getByRole('button', { name: 'Stay' }).click()
    await question.waitFor({ state: 'hidden' })
    await page.getByText('Enrolment secret', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'All customers' }).click()
    await question.getByRole('button', { name: 'Leave' }).click()
    await page.waitForURL('**/internal/clients')
  })
})
