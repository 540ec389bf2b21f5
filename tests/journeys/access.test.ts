import { describe, expect } from 'vitest'
import { choose } from './choose.ts'
import { journey } from './journey.ts'

const client = 'meridian'

describe('an account administrator', () => {
  journey('makes a tag and a group, is told who changed it meanwhile, and deletes it', async ({ visitor }) => {
    const { page } = visitor
    await visitor.signIn(client, 'olivia.hart')
    await page.goto('/dashboard/access/tags')
    await page.getByRole('link', { name: 'New tag' }).click()
    await page.getByRole('textbox', { name: 'Tag', exact: true }).fill('desk')
    const values = page.getByRole('combobox', { name: 'Only these' })
    for (const value of ['Bonds', 'Repo']) {
      await values.fill(value)
      await values.press('Enter')
    }
    await page.getByRole('button', { name: 'Create' }).click()
    await page.waitForURL('**/dashboard/access/tags/desk')

    await page.goto('/dashboard/access/groups/create')
    const reference = page.getByRole('textbox', { name: 'Group', exact: true })
    await reference.fill('x')
    await reference.blur()
    await page.getByText('The number of characters must be at least 2', { exact: true }).waitFor()
    await reference.fill('Bond desk')
    await page.getByRole('button', { name: 'Add a tag' }).click()
    await choose(page, 'Tag', 'desk')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { level: 1, name: 'Bond desk' }).waitFor()

    // Somebody else saves first.
    const group = await visitor.read<{ version: number }>(`/api/admin/v1/${client}/groups/Bond%20desk`)
    const other = await visitor.api(`/api/admin/v1/${client}/groups/Bond%20desk`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ version: group.version, tags: [{ tag_key: 'desk', tag_value: 'Repo' }] }),
    })
    expect(other.status).toBe(200)
    visitor.expectComplaint(/status of 409/)
    await page.getByRole('button', { name: 'Remove desk' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Somebody else has changed this meanwhile', { exact: true }).waitFor()
    await page.getByRole('cell', { name: 'desk: Repo' }).waitFor()
    await page.getByRole('button', { name: 'Keep mine and save again' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('This group has no tags.', { exact: true }).waitFor()

    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.waitForURL('**/dashboard/access/groups')
    expect((await visitor.api(`/api/admin/v1/${client}/groups/Bond%20desk`)).status).toBe(404)
  })

  journey('is told what stands in the way of deleting a group that is in use', async ({ visitor }) => {
    const { page } = visitor
    await visitor.signIn(client, 'olivia.hart')
    visitor.expectComplaint(/status of 409/)
    await page.goto('/dashboard/access/groups/New%20York%20Desk')
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    const refusal = page.getByRole('alert').filter({ hasText: 'Nothing was changed' })
    await refusal.getByText(/The group still has .*device users/).waitFor()
  })

  journey('writes a role and sees what it gives before saving it; it takes effect at once', async ({ visitor }) => {
    const { page } = visitor
    await visitor.signIn(client, 'olivia.hart')
    await page.goto('/dashboard/access/roles/create')
    await page.getByRole('textbox', { name: 'Role', exact: true }).fill('Group reader')
    await page.getByRole('combobox', { name: 'Actions', exact: true }).fill('groups:read')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Only in some groups' }).click()
    await page.getByRole('group', { name: 'Condition 1' }).getByRole('textbox', { name: 'Group' }).fill('*London')
    await page.getByText('Allows: See groups · in groups where the name fits *London').waitFor()
    const preview = page.locator('section', { has: page.getByRole('heading', { name: 'What it gives' }) })
    await preview.getByText(/^1 of \d groups$/).waitFor()
    await page.getByRole('button', { name: 'Create' }).click()
    await page.waitForURL('**/dashboard/access/roles/Group%20reader')
    await page.goto('/dashboard/access/roles')
    await page.getByRole('link', { name: 'Group reader' }).waitFor()
  })

  journey('asks why somebody can or cannot do something', async ({ visitor, arrive }) => {
    // A person is known once they have signed in.
    const reviewer = await arrive()
    await reviewer.signIn(client, 'amir.khan')
    const { page } = visitor
    await visitor.signIn(client, 'olivia.hart')
    await page.goto('/dashboard/access/people')
    const panel = page.getByRole('region', { name: /Why can, or can’t/ })
    await panel.getByRole('combobox', { name: 'Person' }).fill('amir.khan')
    await page.keyboard.press('Escape')
    await panel.getByRole('textbox', { name: 'Group', exact: true }).fill('Equities London')
    await panel.getByRole('button', { name: 'Why?' }).click()
    await panel.getByText('amir.khan can do this', { exact: true }).waitFor()
    await panel.getByRole('link', { name: 'Equities reviewer' }).first().waitFor()
    await panel.getByRole('textbox', { name: 'Group', exact: true }).fill('Rates and FX')
    await panel.getByRole('button', { name: 'Why?' }).click()
    await panel.getByText('amir.khan cannot do this', { exact: true }).waitFor()
  })
})
