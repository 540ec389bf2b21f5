import { expect } from 'vitest'
import { equitiesHandset, mediaFile } from './demo-handset.ts'
import { journey } from './journey.ts'
import { settled } from './screens.ts'

const screens = [
  { width: 1440, height: 900 },
  { width: 360, height: 740 },
]

for (const viewport of screens) {
  journey(`'1 new' does not move any row of a list that is ${viewport.width} pixels wide`, async ({ newVisitor }) => {
    const visitor = await newVisitor({ viewport })
    const { page } = visitor
    await visitor.signIn('meridian', 'ruth.castellan')
    await page.goto('/dashboard/services/interviews')
    await settled(page)
    const row = page
      .getByRole('row')
      .filter({ has: page.getByRole('link') })
      .first()
    const before = await row.boundingBox()
    const handset = await equitiesHandset(`R58-NEW-ROW-${viewport.width}`)
    const content = await mediaFile('calls/04-en-busy-line.amr')
    await handset.register(handset.record(content, 'Interview', { content_type: 'audio/amr' }).registration)
    const pill = page.getByRole('button', { name: /^\d+ new$/ })
    await pill.waitFor()
    expect(await row.boundingBox()).toEqual(before)
    await pill.click()
    await pill.waitFor({ state: 'detached' })
  })
}

journey("'1 new' does not move the pictures of a list", async ({ visitor }) => {
  const { page } = visitor
  visitor.expectBrowserError(/status of 409/) // pictures that are still being made
  await visitor.signIn('meridian', 'ruth.castellan')
  await page.goto('/dashboard/services/photos')
  await settled(page)
  const picture = page.locator('[data-index="0"]')
  const top = async () => (await picture.boundingBox())?.y
  const before = await top()
  const handset = await equitiesHandset('R58-NEW-PHOTO')
  const content = await mediaFile('photographs/01-london-bridge-cables.jpg')
  await handset.register(handset.record(content, 'Photo', { content_type: 'image/jpeg' }).registration)
  await page.getByRole('button', { name: /^\d+ new$/ }).waitFor()
  expect(await top()).toBe(before)
})

journey('an empty list shows its first row as soon as it is there', async ({ newVisitor }) => {
  const visitor = await newVisitor()
  const { page } = visitor
  await visitor.signIn('meridian', 'ruth.castellan')
  const handset = await equitiesHandset('R58-FIRST-ROW')
  await page.goto('/dashboard/services/interviews?filter[device_references][0]=R58-FIRST-ROW')
  await page.getByText('Nothing matches these filters', { exact: true }).waitFor()
  const content = await mediaFile('calls/04-en-busy-line.amr')
  await handset.register(handset.record(content, 'Interview', { content_type: 'audio/amr' }).registration)
  await page
    .getByRole('row')
    .filter({ has: page.getByRole('link') })
    .waitFor()
})
