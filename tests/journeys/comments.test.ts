import { expect } from 'vitest'
import { violations } from './axe.ts'
import { recordOnHandset } from './demo-handset.ts'
import { journey } from './journey.ts'
import { expectPlayback } from './playback.ts'
import { processedRecording } from './recordings.ts'

const client = 'meridian'

journey(
  'a comment on a position in a call is shown to others at once, and can be changed and deleted',
  async ({ newVisitor }) => {
    const [writer, reader] = [await newVisitor(), await newVisitor()]
    await writer.signIn(client, 'ruth.castellan')
    await reader.signIn(client, 'amir.khan')
    // A recording of the reader's desk: the writer can see all of them.
    const { payload_reference } = await processedRecording(reader, { client, payload_type: 'Call' })
    const path = `/dashboard/services/calls/${payload_reference}`
    await reader.page.goto(path)
    await reader.page.getByRole('heading', { name: 'Comments' }).waitFor()

    const { page } = writer
    await page.goto(path)
    await expectPlayback(page)
    const words = `Price agreed here ${Date.now()}`
    const draft = page.getByRole('textbox', { name: 'Write a comment' })
    await draft.fill(words)
    await draft.press('End')
    await draft.pressSequentially(' @ami')
    await page.getByRole('option', { name: 'Amir Khan (amir.khan)' }).waitFor()
    expect(await violations(page)).toEqual([])
    await draft.press('Enter')
    await expect.poll(() => draft.inputValue()).toBe(`${words} @amir.khan `)
    await page.getByRole('checkbox', { name: /^At \d+:\d\d$/ }).check()
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    const comment = page.getByRole('listitem').filter({ hasText: words })
    await comment.waitFor()
    const seen = reader.page.getByRole('listitem').filter({ hasText: words })
    await seen.filter({ hasText: `${words} @Amir Khan` }).waitFor()
    await reader.page.getByText('Ruth Castellan mentioned you in a comment').waitFor()
    // The reader has not started playback: the moment opens the recording there.
    expect(await seen.getByRole('button', { name: /^\d+:\d\d$/ }).isEnabled()).toBe(true)
    expect(await seen.getByRole('button', { name: 'Edit' }).count()).toBe(0)

    const position = page.getByRole('slider', { name: 'Position' })
    const moment = await position.inputValue()
    await position.fill('0')
    await comment.getByRole('button', { name: /^\d+:\d\d$/ }).click()
    await expect.poll(() => position.inputValue()).toBe(moment)

    // The same by the mark on the time line, and back to the field by a key.
    await position.fill('0')
    await page.getByRole('button', { name: new RegExp(`Ruth Castellan: ${words}`) }).press('Enter')
    await expect.poll(() => position.inputValue()).toBe(moment)
    await expect.poll(() => comment.getAttribute('data-shown')).toBe('true')
    expect(await seen.getAttribute('data-shown')).toBeNull()
    await page.getByRole('button', { name: 'Forward 10 seconds' }).focus()
    await page.keyboard.press('c')
    const field = page.getByRole('textbox', { name: 'Write a comment' })
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(await field.inputValue()).toBe('')
    await field.fill('A draft')
    await page.keyboard.press('Escape')
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(false)
    expect(await field.inputValue()).toBe('A draft')
    await field.fill('')
    expect(await page.getByRole('checkbox', { name: /^At \d+:\d\d$/ }).isChecked()).toBe(true)
    await page.getByRole('checkbox', { name: /^At \d+:\d\d$/ }).uncheck()

    await comment.getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('textbox', { name: 'Edit' }).fill(`${words}, and confirmed`)
    await page.getByRole('button', { name: 'Save' }).click()
    await reader.page.getByText(`${words}, and confirmed`).waitFor()
    await seen.getByRole('button', { name: 'Edited' }).click()
    const versions = reader.page.getByRole('dialog', { name: 'Earlier versions' })
    await versions.getByText(`${words} @amir.khan`, { exact: true }).waitFor()
    await reader.page.keyboard.press('Escape')

    await reader.page.goto('/dashboard/services/comments')
    await reader.page.getByRole('link').filter({ hasText: words }).click()
    await reader.page.waitForURL(new RegExp(payload_reference))
    // Reviewers of the desk may not delete comments.
    await seen.waitFor()
    expect(await seen.getByRole('button', { name: 'Delete' }).count()).toBe(0)
    await comment.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await comment.waitFor({ state: 'detached' })
    await page.getByText('Ruth Castellan deleted a comment of their own').waitFor()
    await reader.page.getByText('Ruth Castellan deleted a comment of their own').waitFor()
    await reader.page.goBack()
    await reader.page.getByRole('heading', { level: 1, name: 'Comments' }).waitFor()
  },
)

journey('a comment that is written while the comments are read for the first time is shown', async ({ newVisitor }) => {
  const [writer, reader] = [await newVisitor(), await newVisitor()]
  await writer.signIn(client, 'ruth.castellan')
  await reader.signIn(client, 'amir.khan')
  const { payload_reference } = await processedRecording(reader, { client, payload_type: 'Call' })
  const { promise: isWritten, resolve: noteWritten } = Promise.withResolvers<void>()
  const { promise: isAnswered, resolve: noteAnswered } = Promise.withResolvers<void>()
  // The first answer was made before the comment, and comes long after it.
  const comments = new RegExp(`/payloads/${payload_reference}/comments\\?`)
  await reader.page.route(comments, async (route) => {
    await reader.page.unroute(comments)
    const response = await route.fetch()
    noteAnswered()
    await isWritten
    // The reader may have stopped waiting for it.
    await route.fulfill({ response }).catch(() => undefined)
  })
  await reader.page.goto(`/dashboard/services/calls/${payload_reference}`)
  await reader.page.getByRole('heading', { name: 'Comments' }).waitFor()
  await isAnswered
  const message = `While you were reading ${Date.now()}`
  const { status } = await writer.api(`/api/client/v1/${client}/payloads/${payload_reference}/comments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ message, comment_duration: null }),
  })
  expect(status).toBe(200)
  const isReadAgain = reader.page.waitForResponse(comments)
  await isReadAgain
  noteWritten()
  await reader.page.getByRole('listitem').filter({ hasText: message }).waitFor()
})

journey('also comments that are not listed yet have a mark on the time line', async ({ visitor }) => {
  const { page } = visitor
  await visitor.signIn(client, 'ruth.castellan')
  const reference = await recordOnHandset({
    file: 'calls/04-en-busy-line.amr',
    payload_type: 'Call',
    content_type: 'audio/amr',
  })
  const comment = async (message: string, comment_duration: number | null) => {
    const body = JSON.stringify({ message, comment_duration })
    const headers = { 'content-type': 'application/json' }
    const path = `/api/client/v1/${client}/payloads/${reference}/comments`
    expect((await visitor.api(path, { method: 'POST', headers, body })).status).toBe(200)
  }
  await comment('The first of all', 3)
  for (let count = 0; count < 105; count += 1) await comment(`Later ${count}`, null)
  await page.goto(`/dashboard/services/calls/${reference}`)
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  const mark = page.getByRole('button', { name: /The first of all/ })
  await mark.waitFor()
  expect(await page.getByRole('listitem').filter({ hasText: 'The first of all' }).count()).toBe(0)
  await mark.press('Enter')
  await page.getByRole('status').filter({ hasText: 'The first of all' }).waitFor()
})
