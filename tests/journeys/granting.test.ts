import type { Role } from '@holdfast/contract'
import { describe, expect } from 'vitest'
import { journey } from './journey.ts'
import type { Visitor } from './visitor.ts'

const client = 'meridian'
const base = `/api/admin/v1/${client}`

const save = async (visitor: Visitor, path: string, body: object): Promise<void> => {
  const saved = await visitor.api(`${base}/${path}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect([path, saved.status]).toEqual([path, 200])
}

describe('an account administrator who tags a group', () => {
  journey('sees who would gain what before saving, and has to confirm it', async ({ visitor, newVisitor }) => {
    const amir = await newVisitor()
    await amir.signIn(client, 'amir.khan')
    const ruth = await newVisitor()
    await ruth.signIn(client, 'ruth.castellan')
    await save(ruth, 'tags/given', { version: 0, tag_values: null, is_required: false, default_value: null })
    const {
      client: _,
      version,
      member_count,
      app_count,
      is_system,
      updated_at,
      updated_by,
      role_reference,
      ...role
    } = await ruth.read<Role>(`${base}/roles/Equities%20reviewer`)
    const tagged = [{ keys_matching: 'given', values_matching: 'to Amir' }]
    const play = { actions_matching: 'payloads:play', conditions: tagged }
    await save(ruth, 'roles/Equities%20reviewer', { version, ...role, permissions: [...role.permissions, play] })

    // She has the same role as Amir, and people are known once they have signed in.
    const priya = await newVisitor()
    await priya.signIn(client, 'priya.shah')

    const { page } = visitor
    await visitor.signIn(client, 'olivia.hart')
    await save(visitor, 'groups/Given%20away', { version: 0, tags: [{ tag_key: 'given', tag_value: 'nobody' }] })
    await page.goto('/dashboard/access/groups/Given%20away')
    await page.getByRole('textbox', { name: 'Value of given' }).fill('to Amir')
    await page.getByText('This gives access to 2 people and apps', { exact: true }).waitFor()
    await page.getByText(/^amir\.khan: .* in Given away$/).waitFor()

    visitor.expectBrowserError(/status of 409/)
    await page.getByRole('button', { name: 'Save' }).click()
    await page
      .getByText(/access that you could not grant/)
      .first()
      .waitFor()
    await page.getByRole('checkbox', { name: /Give these 2 people and apps this access/ }).check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    const { tags } = await visitor.read<{ tags: unknown[] }>(`${base}/groups/Given%20away`)
    expect(tags).toEqual([{ tag_key: 'given', tag_value: 'to Amir' }])

    // Instead of accepting it, she can hand it to somebody who may grant it.
    await save(visitor, 'groups/Handed%20over', { version: 0, tags: [{ tag_key: 'given', tag_value: 'nobody' }] })
    await page.goto('/dashboard/access/groups/Handed%20over')
    await page.getByRole('textbox', { name: 'Value of given' }).fill('to Amir')
    await page.getByRole('textbox', { name: 'Reason' }).fill('Amir reviews them in March')
    await page.getByRole('button', { name: 'Send for approval' }).click()
    await page.getByText(/Ruth Castellan.* can decide on this\./).waitFor()

    await ruth.page.goto('/dashboard/access/role-drafts')
    await ruth.page
      .getByRole('link', { name: /Handed over/ })
      .first()
      .click()
    await ruth.page.getByRole('row', { name: 'Tags given: nobody given: to Amir' }).waitFor()
    await ruth.page.getByText(/^amir\.khan: .* in Handed over$/).waitFor()
    await ruth.page.getByRole('button', { name: 'Approve' }).click()
    await ruth.page.getByText('Decided by', { exact: true }).waitFor()
    const group = await visitor.read<{ tags: unknown[] }>(`${base}/groups/Handed%20over`)
    expect(group.tags).toEqual([{ tag_key: 'given', tag_value: 'to Amir' }])
  })
})

describe('the staff of the provider', () => {
  journey("set what a customer's portal runs with", async ({ visitor, newVisitor }) => {
    const { page } = visitor
    await visitor.signIn('admin', 'nadia.osei')
    await page.goto('/internal/clients')
    await page
      .getByRole('link', { name: /meridian/ })
      .first()
      .click()
    await page.getByRole('heading', { level: 1, name: 'meridian' }).waitFor()
    await page.getByRole('textbox', { name: 'Maps key' }).fill('pk.maps')
    await page.getByRole('textbox', { name: 'Monitoring address' }).fill('https://monitoring.example/ingest')
    await page.getByRole('textbox', { name: 'Region' }).fill('eu-west-1')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor()

    const olivia = await newVisitor()
    await olivia.signIn(client, 'olivia.hart')
    const { portal_config } = await olivia.read<{ portal_config: object }>(`${base}/profile`)
    expect(portal_config).toEqual({
      maps_key: 'pk.maps',
      monitoring: { url: 'https://monitoring.example/ingest', sample_rate: 1 },
      application_id: null,
      region: 'eu-west-1',
    })
  })
})
