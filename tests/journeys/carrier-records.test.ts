import { describe, expect } from 'vitest'
import { equitiesHandset, mediaFile } from './demo-handset.ts'
import { journey } from './journey.ts'
import { follow } from './navigation.ts'

const client = 'meridian'
/** Of nobody in the demonstration. */
const own = '+447700900377'
const other = '+447700900378'

const timeOf = (minutesAgo: number): string =>
  new Date(Date.now() - minutesAgo * 60_000).toISOString().slice(0, 19).replace('T', ' ')

describe('carriers’ records', () => {
  journey('are imported with a preview, stand beside recordings, are signed off and undone', async ({ newVisitor }) => {
    const olivia = await newVisitor()
    await olivia.signIn(client, 'olivia.hart')
    const handset = await equitiesHandset('R58-CARRIER')
    await handset.begin(own)
    const meta = { content_type: 'audio/amr', direction: 'O', second_parties: [{ phone_number: other }] }
    const { registration, object } = handset.record(await mediaFile('calls/04-en-busy-line.amr'), 'Call', meta)
    expect(await handset.register({ ...registration, numbers: [other] }, object)).toMatchObject({ result: 'uploaded' })

    const file = [
      'Own number;Other number;Start;Duration;Direction;Type',
      `${own};${other};${timeOf(0)};;MO;voice`,
      `${own};${other};${timeOf(600)};75;MO;voice`,
      `nobody;${other};${timeOf(0)};75;MO;voice`,
    ].join('\r\n')
    const { page } = olivia
    await page.goto('/dashboard')
    await follow(page, 'Carriers’ records')
    await page.getByRole('link', { name: 'Import a file' }).click()
    await page.getByRole('combobox', { name: 'Carrier' }).fill('Journey Telecom')
    await page.locator('input[type=file]').setInputFiles({
      name: 'journey.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(file),
    })
    await page.getByRole('button', { name: 'Upload and continue' }).click()
    await page.getByText('3 rows: 2 good, 1 to be refused, 0 left out.').waitFor()
    await page.getByText('The own number is no telephone number').first().waitFor()
    await page.getByRole('button', { name: 'Import the file' }).click()
    await page.getByRole('link', { name: 'See 1 row that was not imported' }).waitFor()
    await page.getByRole('link', { name: 'See the records' }).click()

    const table = page.getByRole('table', { name: 'Carriers’ records' })
    await table.getByText('Matched', { exact: true }).waitFor()
    const missing = table.getByRole('row').filter({ hasText: 'No recording' })
    await missing.getByRole('link').first().click()
    await page.getByText('No recording matches.').waitFor()
    const address = page.url()
    await page.goBack()
    await missing.waitFor()
    await page.goto(address)
    await page.reload()
    await page.getByText('No recording matches.').waitFor()
    await page.getByRole('button', { name: 'Sign off' }).click()
    const details = page.getByRole('dialog', { name: 'Sign off' })
    await details.getByRole('textbox', { name: 'Reason' }).fill('The handset was being repaired')
    await details.getByRole('button', { name: 'Sign off' }).click()
    await page.getByText('The handset was being repaired').waitFor()
    await page.goBack()
    await table.getByText('Signed off', { exact: true }).waitFor()
    await page.goBack()
    await page.getByRole('button', { name: 'Undo the import' }).click()
    const undoing = page.getByRole('dialog', { name: 'Undo the import' })
    await undoing.getByRole('textbox', { name: 'Why it is undone' }).fill('Wrong file')
    await undoing.getByRole('button', { name: 'Undo the import' }).click()
    await page.getByText('Wrong file').waitFor()
    await page.goto('/dashboard/account/audit')
    await page.getByRole('table', { name: 'Audit' }).getByText('Undid an import of carriers’ records').first().waitFor()
  })
})
