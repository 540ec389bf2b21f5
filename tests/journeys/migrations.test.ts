import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { violations } from './axe.ts'
import { contentOf } from './downloads.ts'
import { journey } from './journey.ts'
import { followSetting } from './navigation.ts'
import { settled } from './screens.ts'

const migrations = '/dashboard/account/migrations'

const file = (name: string, content: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })

/** One person, one device, and a recording of which nobody knows the device. */
const exported = [
  file('groups.csv', 'group_reference\nJourney desk\n'),
  file(
    'users.csv',
    'Employee,group,services,email,first_name,surname\njourney.legacy,Journey desk,calls,legacy@example.com,Rui,Melo\n',
  ),
  file('devices.csv', 'device_reference,device_user_reference,model\nLEG-JOURNEY-1,journey.legacy,Galaxy S8\n'),
  file(
    'payloads.csv',
    'reference,payload_type,payload_time,device_reference,direction,numbers,Remark\nj-1,Call,2023-01-01T10:00:00Z,LEG-JOURNEY-1,I,+351962000001,\nj-2,Call,2023-01-01T11:00:00Z,NOBODY,I,+351962000001,"=look, here"\n',
  ),
]

const chooseFiles = async (page: Page, folder: string, files: typeof exported): Promise<void> => {
  await page.getByRole('heading', { level: 1, name: 'New migration' }).waitFor()
  const upload = page.getByRole('radio', { name: 'Upload files' })
  if (!(await upload.isChecked())) await page.getByText('Upload files', { exact: true }).click()
  await page.getByRole('textbox', { name: 'Name of the folder' }).fill(folder)
  await page.locator('input[type=file]').setInputFiles(files)
}

const ended = (page: Page) => page.getByText('Ended with errors', { exact: true }).first()

describe('migrations', () => {
  journey('an export is uploaded, tried, migrated, and its rejected rows are saved', async ({ newVisitor }) => {
    const visitor = await newVisitor()
    await visitor.signIn('meridian', 'olivia.hart')
    const { page } = visitor
    await page.goto('/dashboard')
    await followSetting(page, 'Migrations')
    await page.getByRole('link', { name: 'New migration' }).click()
    await chooseFiles(page, 'journey-1', [...exported, file('notes', 'nothing')])
    await page.getByRole('button', { name: 'Remove notes' }).click()

    // The first part that is sent breaks off.
    visitor.expectBrowserError(/migration_exports/)
    await page.route('**/migration_exports/**', (route) => route.abort(), { times: 1 })
    await page.getByRole('button', { name: 'Upload 4 files' }).click()
    await page.getByText('The upload broke off').waitFor()
    await page.getByRole('button', { name: /^(Upload 4 files|Go on uploading)$/ }).click()
    await page.getByText('4 files,').waitFor()
    await page.getByRole('combobox', { name: 'Source' }).fill('journey')
    const employee = page.getByRole('combobox', { name: 'Employee' })
    await employee.fill('device_user')
    await page.getByRole('option', { name: 'device_user_reference' }).click()
    await settled(page)
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Start the dry run' }).click()

    await page.getByRole('heading', { level: 1, name: 'journey-1' }).waitFor()
    await ended(page).waitFor({ timeout: 60_000 })
    await page.getByText('This was a dry run: nothing was written.').waitFor()
    await page.getByRole('button', { name: 'Migrate now' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Migrate now' }).click()
    await page.getByText('Recording added, content still to come').waitFor({ timeout: 60_000 })
    await ended(page).waitFor({ timeout: 60_000 })
    await page.getByText('Person added').waitFor()
    await settled(page)
    expect(await violations(page)).toEqual([])

    await page.getByRole('link', { name: /The person or device of the recording is not known/ }).click()
    const table = page.getByRole('table', { name: 'Rows with warnings or errors' })
    await table.getByText('PayloadWithNoMatchingUser').or(table.getByText('payloads.csv')).first().waitFor()
    await settled(page)
    expect(await violations(page)).toEqual([])
    await table.getByText('There is no device NOBODY: add it to devices.csv').waitFor()
    const inPortuguese = await newVisitor({ locale: 'pt-BR' })
    await inPortuguese.signIn('meridian', 'olivia.hart')
    await inPortuguese.page.goto(page.url())
    await inPortuguese.page.getByText('Não existe o dispositivo NOBODY: adicione-o a devices.csv').first().waitFor()
    // On a phone, rows have all of their columns.
    const size = page.viewportSize()
    await page.setViewportSize({ width: 360, height: 740 })
    const card = page.getByRole('listitem').filter({ hasText: 'NOBODY' })
    for (const title of ['File', 'Row', 'Reference']) await card.getByText(title, { exact: true }).waitFor()
    await settled(page)
    expect(await violations(page)).toEqual([])
    if (size) await page.setViewportSize(size)
    await page.getByRole('button', { name: 'Save rejected rows' }).click()
    const dialog = page.getByRole('dialog', { name: 'Save rejected rows' })
    await dialog.getByRole('button', { name: 'Read the rows' }).click()
    const download = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Save payloads.csv' }).click()
    const saved = (await contentOf(await download)).toString()
    const [titles = '', row = '', rest] = saved.replace('\ufeff', '').split('\r\n')
    expect(titles.split(',').sort()).toEqual(
      ['device_reference', 'direction', 'numbers', 'payload_time', 'payload_type', 'reference', 'remark'].sort(),
    )
    expect(row).toContain('NOBODY')
    expect(row).toContain(`"'=look, here"`)
    expect(rest).toBe('')
    await dialog.getByRole('button', { name: 'Close' }).last().click()

    await page.getByRole('link', { name: 'Back to the migration' }).click()
    await page.getByRole('heading', { level: 1, name: 'journey-1' }).waitFor()
    await page.reload()
    await ended(page).waitFor()
    await page.getByRole('link', { name: 'Reconciliation', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: /^Reconciliation of a migration/ }).waitFor()
    await page.getByText(/^\d+ differences?$/).waitFor({ timeout: 60_000 })
    await page.getByRole('table', { name: 'Months' }).waitFor()
    await page.getByRole('combobox', { name: 'Counted by' }).selectOption('person')
    await page.getByRole('cell', { name: 'Rui Melo' }).first().waitFor()
    await settled(page)
    expect(await violations(page)).toEqual([])
    await page.setViewportSize({ width: 360, height: 740 })
    const counted = page.getByRole('listitem').filter({ hasText: 'Rui Melo' })
    for (const title of ['Source', 'Arrived', 'Difference']) await counted.getByText(title, { exact: true }).waitFor()
    await settled(page)
    expect(await violations(page)).toEqual([])
    if (size) await page.setViewportSize(size)
    await page.getByRole('button', { name: 'Sign off' }).click()
    const signing = page.getByRole('dialog', { name: 'Sign off' })
    await signing.getByRole('textbox', { name: 'Note' }).fill('One recording has no device')
    await signing.getByRole('button', { name: 'Sign off' }).click()
    await page.getByText('A second person has to sign it off.').waitFor()

    // As if two people had signed: the server refuses it still.
    visitor.expectBrowserError(/409/)
    const showAs = (change: object) =>
      page.route('**/migrations?*', async (route) => {
        const answer = await route.fetch()
        const { items, ...rest } = await answer.json()
        await route.fulfill({
          response: answer,
          json: { ...rest, items: items.map((one: object) => ({ ...one, ...change })) },
        })
      })
    await showAs({ may: ['reconcile', 'remove_export'] })
    await page.getByRole('link', { name: 'Back to the migration' }).click()
    await page.reload()
    await page.getByRole('button', { name: 'Remove the export' }).click()
    const removing = page.getByRole('dialog', { name: /^Remove the export ‘journey-1’ for good/ })
    await removing.getByText(/^4 files \(.*\) are removed from the store\.$/).waitFor()
    await settled(page)
    expect(await violations(page)).toEqual([])
    expect(await removing.getByRole('button', { name: 'Remove the export' }).isDisabled()).toBe(true)
    await removing.getByRole('textbox').fill('journey-1')
    await removing.getByRole('button', { name: 'Remove the export' }).click()
    await page.getByText('Two people sign a migration off before its export is removed').first().waitFor()
    await page.unrouteAll()
    await showAs({ export_removed_at: '2026-01-01T10:00:00.000Z', export_removed_by: 'olivia.hart' })
    await page.reload()
    await page.getByText(/^The export was removed, so this run cannot be repeated/).waitFor()
    await page.getByText(/^Removed on/).waitFor()
    expect(await page.getByRole('button', { name: 'Run again' }).count()).toBe(0)
    await page.unrouteAll()

    await page.goto('/dashboard/services/all?filter[legacy_reference]=j-1')
    await page.getByRole('table').getByRole('link').first().click()
    await page.getByText('Reference in the former system', { exact: true }).waitFor()
    await page.getByText('j-1', { exact: true }).waitFor()

    await page.goto(`${migrations}/new`)
    await page.getByText('A folder that is there', { exact: true }).click()
    await page.getByRole('combobox', { name: 'Folder' }).click()
    await page.getByRole('option', { name: 'journey-1' }).click()
    await page.getByRole('combobox', { name: 'Source' }).fill('journey')
    await page.getByText('As in the last run of this source.').waitFor()
    await page.getByText('It is taken from the last run of the source.').waitFor()
    await page.getByText('Upload files', { exact: true }).click()
    await page.getByRole('textbox', { name: 'Name of the folder' }).fill('journey-1')
    await page.getByText('This folder exists.').waitFor()
    expect(await page.getByRole('combobox', { name: 'Employee' }).inputValue()).toBe('device_user_reference')

    await page.goto(migrations)
    const rows = page.getByRole('row').filter({ hasText: 'journey-1' })
    await rows.filter({ hasText: 'Dry run' }).waitFor()
    expect(await rows.count()).toBe(2)
  })

  journey('what migrations leave alone is changed by one of two people at a time', async ({ newVisitor }) => {
    const [olivia, helen] = [await newVisitor(), await newVisitor()]
    await olivia.signIn('meridian', 'olivia.hart')
    await helen.signIn('meridian', 'olivia.hart')
    helen.expectBrowserError(/409/)
    const leaveRecordings = (page: Page) => page.getByRole('switch', { name: 'Leave recordings alone' })
    for (const { page } of [olivia, helen]) {
      await page.goto(`${migrations}/settings`)
      await leaveRecordings(page).waitFor()
    }
    await leaveRecordings(olivia.page).click()
    await olivia.page.getByRole('button', { name: 'Save' }).click()
    await olivia.page.getByText('Saved', { exact: true }).first().waitFor()
    await helen.page.getByRole('switch', { name: 'Leave onboarding alone' }).click()
    await helen.page.getByRole('button', { name: 'Save' }).click()
    await helen.page.getByRole('button', { name: 'Keep mine' }).click()
    await helen.page.getByText('Saved', { exact: true }).first().waitFor()
    await olivia.page.reload()
    await leaveRecordings(olivia.page).waitFor()
    expect(await leaveRecordings(olivia.page).isChecked()).toBe(false)
    await olivia.page.getByRole('switch', { name: 'Leave onboarding alone' }).click()
    await olivia.page.getByRole('button', { name: 'Save' }).click()
    await olivia.page.getByText('Saved', { exact: true }).first().waitFor()
  })

  journey('an auditor is told why they see no migrations', async ({ newVisitor }) => {
    const visitor = await newVisitor()
    visitor.expectBrowserError(/403/)
    await visitor.signIn('meridian', 'ruth.castellan')
    const { page } = visitor
    await page.goto(migrations)
    await page
      .getByText(/See migrations from the legacy platform/)
      .first()
      .waitFor()
  })
})
