import type { Role } from '@holdfast/contract'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { addRule } from './add-rule.ts'
import { choose } from './choose.ts'
import { journey } from './journey.ts'
import { expectPlayback } from './playback.ts'
import { processedRecording } from './recordings.ts'

const client = 'meridian'

/** Hands a role over that its author may not grant. */
const handOverPlayers = async (page: Page): Promise<void> => {
  await page.goto('/dashboard/access/roles/create')
  const name = page.getByRole('textbox', { name: 'Role', exact: true })
  await name.fill('Jogadores à noite')
  await page.getByRole('checkbox', { name: 'Play or view the content of recordings in the portal' }).check()
  const panel = page.locator('section', {
    has: page.getByRole('heading', { name: 'Approval by somebody else', exact: true }),
  })
  const handOver = panel.getByRole('button', { name: 'Send for approval', exact: true })
  await handOver.click()
  await panel.getByText('Give a reason.', { exact: true }).waitFor()
  await panel.getByRole('textbox', { name: 'Reason' }).fill('Reviews of March')
  await handOver.click()
  await panel.getByText('Correct what is marked above first.', { exact: true }).waitFor()
  expect(await name.evaluate((input) => input === document.activeElement)).toBe(true)
  await name.fill('Players')
  // What would be refused is not offered.
  await page.getByRole('button', { name: 'Create', exact: true }).waitFor({ state: 'detached' })
  await handOver.click()
  await page.waitForURL('**/dashboard/access/role-drafts/*')
}

describe('somebody who may see roles', () => {
  journey(
    'gets an explanation why an app, and somebody who never signed in, can or can’t do something',
    async ({ visitor }) => {
      const { page } = visitor
      await visitor.signIn(client, 'olivia.hart')
      await page.goto('/dashboard/access/people')
      const panel = page.getByRole('region', { name: 'Why somebody can or can’t do something' })
      const bearer = panel.getByRole('combobox', { name: 'Person or app' })
      await bearer.fill('nobody.yet')
      await panel.getByRole('button', { name: 'Why?' }).click()
      const answer = panel.getByRole('status')
      await answer.getByText('nobody.yet could not do this').waitFor()
      await answer
        .getByText(/Nobody with this name has signed in yet. Roles come from your identity provider/)
        .waitFor()

      await bearer.fill('trail')
      await page.getByRole('option', { name: 'app/trail-archive' }).click()
      await panel.getByRole('button', { name: 'Why?' }).click()
      await answer.getByText('app/trail-archive cannot do this').waitFor()
      // Permissions about other actions are collapsed.
      const fold = answer.getByRole('button', { name: /^Show \d+ permissions? without effect$/ })
      expect(await fold.getAttribute('aria-expanded')).toBe('false')
      expect(await answer.getByRole('listitem').count()).toBe(0)
      await fold.click()
      await answer.getByText('(about other actions)').first().waitFor()
      await answer.getByRole('button', { name: 'Hide permissions without effect' }).click()
      expect(await answer.getByRole('listitem').count()).toBe(0)
    },
  )
})

describe('an account administrator', () => {
  journey('sees what they can’t grant, and who can, before they fill in a form', async ({ visitor, newVisitor }) => {
    const { page } = visitor
    // Ruth has to sign in first: somebody who never signed in has no roles yet, and can grant nothing.
    const officer = await newVisitor()
    await officer.signIn(client, 'ruth.castellan')
    await visitor.signIn(client, 'olivia.hart')
    await page.goto('/dashboard/access/roles/create')
    const ofRoles = page.getByRole('note').filter({ hasText: 'Permissions you can’t grant' })
    await ofRoles
      .getByText(/Play or view the content of recordings in the portal/)
      .first()
      .waitFor()
    await ofRoles.getByText('Ruth Castellan').waitFor()
    await page.goto('/dashboard/account/settings')
    const ofDefaults = page.getByRole('note').filter({ hasText: 'Roles you can’t set as the default' })
    await ofDefaults.getByText(/Equities reviewer/).waitFor()
    await page.goto('/dashboard/account/apps/create')
    const ofApps = page.getByRole('note').filter({ hasText: 'Roles you can’t give to apps' })
    await ofApps.getByText(/Equities reviewer/).waitFor()

    // What is typed and not chosen is taken on leaving if it names one role, and is never dropped.
    const roles = page.getByRole('combobox', { name: 'Roles' })
    // Copies of it may have its name in theirs.
    await roles.fill('EQUITIES reviewer')
    await roles.press('Tab')
    await page.locator('form').getByText('Equities reviewer', { exact: true }).waitFor()
    await roles.fill('No such role')
    await roles.press('Tab')
    await page.getByText('There is no role No such role.', { exact: true }).waitFor()
  })

  journey(
    'hands a role that they can’t grant to somebody who can, who approves it',
    async ({ visitor, newVisitor }) => {
      const { page } = visitor
      await visitor.signIn(client, 'olivia.hart')
      await handOverPlayers(page)
      await page.getByText(/Ruth Castellan.* can approve this\.$/).waitFor()
      await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
      await page.getByText('Withdrawn by', { exact: true }).waitFor()
      expect(await page.getByRole('button', { name: 'Withdraw', exact: true }).count()).toBe(0)
      await handOverPlayers(page)

      const ruth = await newVisitor()
      await ruth.signIn(client, 'ruth.castellan')
      await ruth.page.goto('/dashboard')
      await ruth.page
        .getByRole('main')
        .getByRole('link', { name: /to approve$/ })
        .click()
      await ruth.page.waitForURL('**/dashboard/access/role-drafts?*is_approvable*')
      await ruth.page.getByRole('link', { name: 'Players', exact: true }).click()
      await ruth.page.getByText('Reviews of March', { exact: true }).waitFor()
      await ruth.page
        .getByText(/play or view the content of recordings/)
        .first()
        .waitFor()
      await ruth.page.getByRole('button', { name: 'Approve and save', exact: true }).click()
      await ruth.page.getByRole('heading', { level: 1, name: 'Players' }).waitFor()
      await ruth.page.getByText('Decided by', { exact: true }).waitFor()
      expect(await ruth.read<Role>(`/api/admin/v1/${client}/roles/Players`)).toMatchObject({
        permissions: [{ actions_matching: 'payloads:play' }],
        updated_by: 'ruth.castellan',
      })
      await page.getByRole('button', { name: /^Notifications, / }).click()
      await page.getByRole('link', { name: 'Ruth Castellan approved your change of ‘Players’' }).waitFor()
    },
  )

  journey(
    'asks for a recording that they may not play; somebody else approves it with a role, and it can be played until that ends',
    async ({ visitor, newVisitor }) => {
      const { page } = visitor
      // Whatever the open screen reads when the role ends.
      visitor.expectBrowserError(/status of 403/)
      // Whoever has signed in before can be notified.
      const ruth = await newVisitor()
      await ruth.signIn(client, 'ruth.castellan')
      await visitor.signIn(client, 'olivia.hart')
      const { payload_reference } = await processedRecording(visitor, { client, payload_type: 'Call' })
      await page.goto(`/dashboard/services/calls/${payload_reference}`)
      const refused = page.getByRole('status').filter({ hasText: 'Your roles do not allow playing recordings' })
      await refused.getByRole('button', { name: 'Request access', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: 'Request access' })
      await dialog.getByText('for one recording (Call)', { exact: true }).waitFor()
      await dialog.getByRole('button', { name: 'Send the request', exact: true }).click()
      await dialog.getByText('Say why you need it.', { exact: true }).waitFor()
      await dialog.getByRole('textbox', { name: 'Why you need it' }).fill('A client disputes this order')
      await dialog.getByRole('button', { name: 'Send the request', exact: true }).click()
      await refused.getByRole('link', { name: 'Open the request', exact: true }).waitFor()
      await dialog.waitFor({ state: 'detached' })

      await ruth.page.goto('/dashboard')
      const needs = ruth.page.getByRole('listitem').filter({ hasText: 'Access requests' })
      await needs.getByRole('link', { name: /^\d+ to decide$/ }).click()
      await ruth.page.waitForURL(/access\/requests\?filter/)
      await ruth.page
        .getByRole('row', { name: /A client disputes this order/ })
        .getByRole('link')
        .click()
      const decide = ruth.page.locator('section', {
        has: ruth.page.getByRole('heading', { name: 'Decide', exact: true }),
      })
      await decide.getByRole('radio', { name: 'Reviewer', exact: true }).check()
      await choose(ruth.page, 'For how long', '8 hours')
      await decide.getByRole('button', { name: 'Approve', exact: true }).click()
      await ruth.page.getByText('Role given', { exact: true }).waitFor()

      await refused.waitFor({ state: 'detached' })
      await expectPlayback(page)
      await page.getByRole('button', { name: /^Notifications/ }).click()
      await page
        .getByRole('link', { name: /Castellan approved your request for access, with the role Reviewer/ })
        .first()
        .waitFor()

      await ruth.page.goto('/dashboard/access/people?filter[search]=olivia')
      await ruth.page.getByRole('button', { name: 'Manage olivia.hart' }).click()
      const olivia = ruth.page.getByRole('dialog', { name: 'Manage olivia.hart' })
      await olivia.getByRole('button', { name: 'End Reviewer now', exact: true }).click()
      await olivia.getByRole('button', { name: 'End the role', exact: true }).click()
      await refused.getByRole('button', { name: 'Request access', exact: true }).waitFor()
    },
  )

  journey('creates a tag and a group, sees who changed it meanwhile, and deletes it', async ({ visitor }) => {
    const { page } = visitor
    await visitor.signIn(client, 'olivia.hart')
    await page.goto('/dashboard/access/tags')
    await page.getByRole('link', { name: 'New tag' }).click()
    const tag = page.getByRole('textbox', { name: 'Tag', exact: true })
    await expect.poll(() => tag.evaluate((field) => field === document.activeElement)).toBe(true)
    await tag.fill('desk')
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

    // What is typed and is not in the list stays, and is not saved.
    const value = page.getByRole('combobox', { name: 'Value of desk' })
    await value.fill('Rep')
    await value.press('Tab')
    await page.getByText('The tag does not allow “Rep”. Choose a value from the list.', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText(/Nothing was saved\.$/).waitFor()
    await value.fill('bonds')
    await value.press('Tab')
    await page.getByText(/^The tag does not allow/).waitFor({ state: 'detached' })
    expect(await value.inputValue()).toBe('Bonds')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('There are no changes to save', { exact: true }).waitFor()
    const unchanged = await visitor.read<{ version: number }>(`/api/admin/v1/${client}/groups/Bond%20desk`)
    expect(unchanged.version).toBe(1)

    // Somebody else saves first.
    const group = await visitor.read<{ version: number }>(`/api/admin/v1/${client}/groups/Bond%20desk`)
    const other = await visitor.api(`/api/admin/v1/${client}/groups/Bond%20desk`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ version: group.version, tags: [{ tag_key: 'desk', tag_value: 'Repo' }] }),
    })
    expect(other.status).toBe(200)
    visitor.expectBrowserError(/status of 409/)
    await page.getByRole('button', { name: 'Remove desk' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Somebody else has changed this in the meantime', { exact: true }).waitFor()
    await page.getByRole('cell', { name: 'desk: Repo' }).waitFor()
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT' && response.ok())
    await page.getByRole('button', { name: 'Keep mine and save again' }).click()
    await saved
    await page.getByText('This group has no tags.', { exact: true }).waitFor()
    const kept = await visitor.read<{ tags: unknown[] }>(`/api/admin/v1/${client}/groups/Bond%20desk`)
    expect(kept.tags).toEqual([])

    // Somebody else saves again, before the group is deleted.
    const { version } = await visitor.read<{ version: number }>(`/api/admin/v1/${client}/groups/Bond%20desk`)
    const again = await visitor.api(`/api/admin/v1/${client}/groups/Bond%20desk`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ version, tags: [{ tag_key: 'desk', tag_value: 'Bonds' }] }),
    })
    expect(again.status).toBe(200)
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText(/olivia\.hart has saved it since you opened it, on .* Nothing was deleted\./).waitFor()
    await page.getByRole('button', { name: 'Show the saved version' }).click()
    await page.getByText('Nothing was deleted').waitFor({ state: 'detached' })
    await page.getByRole('combobox', { name: 'Value of desk' }).waitFor()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.waitForURL('**/dashboard/access/groups')
    expect((await visitor.api(`/api/admin/v1/${client}/groups/Bond%20desk`)).status).toBe(404)
  })

  journey('sees why a group that is in use cannot be deleted', async ({ visitor }) => {
    const { page } = visitor
    await visitor.signIn(client, 'olivia.hart')
    visitor.expectBrowserError(/status of 409/)
    await page.goto('/dashboard/access/groups/New%20York%20Desk')
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    const refusal = page.getByRole('alert').filter({ hasText: 'Nothing was changed' })
    await refusal.getByText(/The group still has .*device users/).waitFor()
  })

  journey('creates a role and sees what it allows before saving it; it applies at once', async ({ visitor }) => {
    const { page } = visitor
    await visitor.signIn(client, 'olivia.hart')
    await page.goto('/dashboard/access/roles/create')
    await page.getByRole('textbox', { name: 'Role', exact: true }).fill('Group reader')
    await addRule(page)
    await page.getByRole('combobox', { name: 'Actions', exact: true }).fill('groups:read')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Only in some groups' }).click()
    await page.getByRole('group', { name: 'Condition 1' }).getByRole('textbox', { name: 'Group' }).fill('*London')
    await page.getByText('Allows: See groups · in groups where the name matches *London').waitFor()
    await page.getByRole('button', { name: 'More actions under the same rule' }).click()
    await page.keyboard.type('tags:reed')
    await page.keyboard.press('Escape')
    await page.getByText('Matches no action, so it has no effect.').waitFor()
    await page.getByRole('button', { name: 'Use tags:read' }).click()
    await page.getByText('Matches no action, so it has no effect.').waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await page.getByText('Allows: in groups where the name matches *London').waitFor()
    const preview = page.locator('section', { has: page.getByRole('heading', { name: 'What it gives' }) })
    await preview.getByText(/^1 of \d groups$/).waitFor()
    await page.getByRole('button', { name: 'Create' }).click()
    await page.waitForURL('**/dashboard/access/roles/Group%20reader')
    const { permissions } = await visitor.read<Role>(`/api/admin/v1/${client}/roles/Group%20reader`)
    const conditions = [{ names_matching: '*London' }]
    expect(permissions).toEqual(
      ['groups:read', 'tags:read'].map((actions_matching) => ({ actions_matching, conditions })),
    )
    await page.reload()
    await page.getByRole('listitem').filter({ hasText: 'See groups' }).first().waitFor()
    await page.goto('/dashboard/access/roles')
    await page.getByRole('link', { name: 'Group reader' }).waitFor()
  })

  journey(
    'makes a role from a template for groups by name and tag, goes back to a version of it, and copies it',
    async ({ visitor }) => {
      const { page } = visitor
      await visitor.signIn(client, 'olivia.hart')
      await page.goto('/dashboard/access/roles/create')
      await page.getByRole('button', { name: /^Device manager of…/ }).click()
      await page.getByRole('textbox', { name: 'Role', exact: true }).fill('London devices')
      await page.getByRole('button', { name: 'Create', exact: true }).click()
      await page.getByText('Name a group or a tag in each line, or choose all groups.', { exact: true }).waitFor()
      const first = page.getByRole('group', { name: 'Groups 1', exact: true })
      await first.getByRole('combobox', { name: 'Group', exact: true }).fill('*London')
      await page.keyboard.press('Escape')
      await page.getByText(/^1 of \d+ groups matches: Equities London$/).waitFor()
      await page.getByRole('button', { name: 'More groups', exact: true }).click()
      const second = page.getByRole('group', { name: 'Groups 2', exact: true })
      await second.getByRole('combobox', { name: 'Tag', exact: true }).fill('business')
      await page.keyboard.press('Escape')
      await page.getByText(/^[2-9] of \d+ groups match: /).waitFor()
      await page.getByRole('checkbox', { name: 'Send commands to devices', exact: true }).uncheck()
      const words = page.locator('section', { has: page.getByRole('heading', { name: 'In words', exact: true }) })
      await words
        .getByText(/in groups where the name matches \*London or in groups where there is a tag business/)
        .waitFor()
      await words.getByRole('listitem').filter({ hasText: 'block devices' }).waitFor()
      expect(await words.getByText('send commands').count()).toBe(0)
      await page.getByRole('button', { name: 'Create', exact: true }).click()
      await page.waitForURL('**/dashboard/access/roles/London%20devices')
      const { permissions } = await visitor.read<Role>(`/api/admin/v1/${client}/roles/London%20devices`)
      const ofDevices = permissions.filter(({ actions_matching }) => actions_matching === 'devices:read')
      expect(ofDevices.map(({ conditions }) => conditions)).toEqual([
        [{ names_matching: '*London' }],
        [{ keys_matching: 'business' }],
      ])
      expect(permissions).toContainEqual({ actions_matching: 'tags:read' })

      // Somebody has it, so a change says who gains, and no longer once it is saved.
      const given = await visitor.api(`/api/admin/v1/${client}/portal_users/olivia.hart/roles/London%20devices`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ valid_until: new Date(Date.now() + 3_600_000).toISOString(), reason: 'To try it' }),
      })
      expect(given.status).toBe(204)
      await page.reload()
      const people = page.locator('section', { has: page.getByRole('heading', { name: 'People', exact: true }) })
      await people.getByText('1 person who has signed in so far has it.', { exact: true }).waitFor()
      await page.getByText('1 person has it.', { exact: true }).waitFor()
      expect(await page.getByRole('button', { name: 'Delete', exact: true }).count()).toBe(0)

      // An earlier version comes back through the editor, and is saved as a new one.
      const kept = page.getByRole('checkbox', { name: 'Send commands to devices', exact: true })
      await kept.check()
      await people.getByText(/By this change, .* gain/).waitFor()
      // Beside the button, so that nobody saves without having seen it.
      const [impact, button] = [
        await people.boundingBox(),
        await page.getByRole('button', { name: 'Save', exact: true }).boundingBox(),
      ]
      const gap = (button?.y ?? Number.NaN) - ((impact?.y ?? 0) + (impact?.height ?? 0))
      expect(gap).toBeGreaterThanOrEqual(0)
      expect(gap).toBeLessThan(120)
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText('Saved', { exact: true }).waitFor()
      await people.getByText('1 person who has signed in so far has it.', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'Show earlier versions', exact: true }).click()
      const newest = page.getByRole('listitem').filter({ hasText: 'Version 2' })
      await newest.getByText('Added:', { exact: true }).waitFor()
      await newest
        .getByText(/Send commands to devices/)
        .first()
        .waitFor()
      await page.getByRole('button', { name: 'Go back to version 1', exact: true }).click()
      await page.getByText('Version 1 is in the editor, and not saved yet', { exact: true }).waitFor()
      expect(await kept.isChecked()).toBe(false)
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByRole('listitem').filter({ hasText: 'Version 3' }).waitFor()
      const versions = page.getByRole('listitem').getByText(/^Version \d$/)
      await expect.poll(() => versions.allTextContents()).toEqual(['Version 3', 'Version 2', 'Version 1'])
      // Any two versions can be compared: what came and went is no difference.
      const compared = page.getByRole('region', { name: 'Compare two versions', exact: true })
      await compared.getByText('Nothing about access was changed.', { exact: true }).waitFor()
      expect(await visitor.read<Role>(`/api/admin/v1/${client}/roles/London%20devices`)).toMatchObject({
        version: 3,
        permissions,
      })

      await page.getByRole('link', { name: 'Duplicate', exact: true }).click()
      await page.getByRole('heading', { level: 1, name: 'New role' }).waitFor()
      expect(await first.getByRole('combobox', { name: 'Group', exact: true }).inputValue()).toBe('*London')
      await page.getByRole('textbox', { name: 'Role', exact: true }).fill('London devices too')
      await page.getByText('Only some kinds', { exact: true }).click()
      await page.getByRole('columnheader', { name: 'Call', exact: true }).getByRole('checkbox').check()
      await page.getByRole('button', { name: 'Create', exact: true }).click()
      await page.waitForURL('**/dashboard/access/roles/London%20devices%20too')
      const copy = await visitor.read<Role>(`/api/admin/v1/${client}/roles/London%20devices%20too`)
      expect(copy).toMatchObject({ permissions, payload_types: ['Call'] })
    },
  )

  journey(
    'can open a group and a role that are named create, and a save reloads only what it changed',
    async ({ visitor }) => {
      const { page } = visitor
      await visitor.signIn(client, 'olivia.hart')
      await page.goto('/dashboard/access/roles')
      await page.getByRole('link', { name: 'New role' }).click()
      await page.getByRole('textbox', { name: 'Role', exact: true }).fill('create')
      await page.getByRole('checkbox', { name: 'See groups', exact: true }).check()
      await page.getByRole('button', { name: 'Create', exact: true }).click()
      await page.getByRole('heading', { level: 1, name: 'create', exact: true }).waitFor()
      await page.goto('/dashboard/access/groups/create')
      await page.getByRole('textbox', { name: 'Group', exact: true }).fill('Create')
      const asked: string[] = []
      page.on('request', (request) => {
        if (request.method() === 'GET') asked.push(new URL(request.url()).pathname)
      })
      await page.getByRole('button', { name: 'Create', exact: true }).click()
      await page.getByRole('heading', { level: 1, name: 'Create', exact: true }).waitFor()
      expect(asked).toContain(`/api/admin/v1/${client}/groups/Create`)
      expect(asked.filter((path) => /\/(roles|tags)\b/.test(path))).toEqual([])

      for (const [list, name] of [
        ['groups', 'Create'],
        ['roles', 'create'],
      ] as const) {
        await page.goto(`/dashboard/access/${list}`)
        await page.getByRole('row').getByRole('link', { name, exact: true }).click()
        await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
        await page.reload()
        await page.getByRole('button', { name: 'Delete' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
        await page.waitForURL(`**/dashboard/access/${list}`)
      }
      await page.getByRole('link', { name: 'New role' }).click()
      await page.getByRole('heading', { level: 1, name: 'New role' }).waitFor()
    },
  )

  journey('finds one of many permissions of a role, changes it and saves it', async ({ visitor }) => {
    const { page } = visitor
    await visitor.signIn(client, 'olivia.hart')
    const path = `/api/admin/v1/${client}/roles/Many%20desks`
    const permissions = Array.from({ length: 120 }, (_, number) => ({
      actions_matching: 'groups:read',
      conditions: [{ names_matching: `Desk ${number}` }],
    }))
    const made = await visitor.api(path, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        version: 0,
        description: null,
        permissions,
        payload_types: null,
        cidr_ranges: null,
        alert_permissions: [],
        is_alertable: false,
        test_cases: [],
      }),
    })
    expect(made.status).toBe(200)
    await page.goto('/dashboard/access/roles/Many%20desks')
    await page.getByRole('button', { name: 'Show more (70 left)' }).waitFor()
    await page.getByRole('textbox', { name: 'Find a permission' }).fill('desk 117')
    const permission = page.getByRole('group', { name: 'Permission 118', exact: true })
    await permission.getByRole('button', { name: /^Edit/ }).click()
    await permission.getByRole('textbox', { name: 'Group' }).fill('*London')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    const saved = await visitor.read<{ permissions: typeof permissions }>(path)
    expect(saved.permissions[117]?.conditions).toEqual([{ names_matching: '*London' }])
    expect(saved.permissions.toSpliced(117, 1)).toEqual(permissions.toSpliced(117, 1))
  })

  journey('gets an explanation why somebody can or can’t do something', async ({ visitor, newVisitor }) => {
    // A person is known once they have signed in.
    const reviewer = await newVisitor()
    await reviewer.signIn(client, 'amir.khan')
    const { page } = visitor
    await visitor.signIn(client, 'olivia.hart')
    await page.goto('/dashboard/access/people')
    const panel = page.getByRole('region', { name: /^Why somebody can/ })
    await panel.getByRole('combobox', { name: 'Person' }).fill('amir.khan')
    await page.keyboard.press('Escape')
    await panel.getByRole('combobox', { name: 'Group' }).fill('london')
    await page.getByRole('option', { name: 'Equities London' }).click()
    await panel.getByRole('button', { name: 'Why?' }).click()
    await panel.getByText('amir.khan can do this', { exact: true }).waitFor()
    await panel.getByRole('link', { name: 'Equities reviewer' }).first().waitFor()
    await panel.getByRole('combobox', { name: 'Group' }).fill('Rates and FX')
    await page.keyboard.press('Escape')
    await panel.getByRole('button', { name: 'Why?' }).click()
    await panel.getByText('amir.khan cannot do this', { exact: true }).waitFor()
  })
})
