import type { Payload } from '@holdfast/contract'
import { describe, expect } from 'vitest'
import { journey } from './journey.ts'
import { processedRecording } from './recordings.ts'
import type { Visitor } from './visitor.ts'

const client = 'meridian'
const payloads = `/api/client/v1/${client}/payloads`

describe('two reviewers of different desks', () => {
  journey('see different calls, and neither can open those of the other', async ({ newVisitor }) => {
    const [amir, sofia] = [await newVisitor(), await newVisitor()]
    await amir.signIn(client, 'amir.khan')
    await sofia.signIn(client, 'sofia.lind')
    const amirs = await processedRecording(amir, { client, payload_type: 'Call' })
    const sofias = await processedRecording(sofia, { client, payload_type: 'Call' })
    expect([amirs.group, sofias.group]).toEqual(['Equities London', 'Rates and FX'])

    for (const [visitor, mine, others] of [
      [amir, amirs, sofias],
      [sofia, sofias, amirs],
    ] as const) {
      const { page } = visitor
      await page.goto('/dashboard/services/calls')
      const table = page.getByRole('table', { name: 'Calls' })
      await table.waitFor()
      await table
        .getByText(mine.group ?? '', { exact: true })
        .first()
        .waitFor()
      expect(await table.getByText(others.group ?? '', { exact: true }).count()).toBe(0)

      visitor.expectBrowserError(/status of 404/)
      await page.goto(`/dashboard/services/calls/${others.payload_reference}`)
      await page.getByText('Recording not found', { exact: true }).first().waitFor()
      expect(await page.getByRole('button', { name: 'Play', exact: true }).count()).toBe(0)
      expect(await page.content()).not.toContain(others.device_reference)

      const groups = `filter[groups][0]=${encodeURIComponent(others.group ?? '')}`
      expect(await visitor.read(`${payloads}?${groups}`)).toMatchObject({ items: [], count: 0 })
      expect(await visitor.read(`${payloads}?${groups}&query_result_type=total`)).toEqual({ total: 0 })
      const { items } = await visitor.read<{ items: Payload[] }>(`${payloads}?limit=100`)
      expect(new Set(items.map(({ group }) => group))).toEqual(new Set([mine.group]))
      expect((await visitor.api(`${payloads}/${others.payload_reference}`)).status).toBe(404)
      expect(await visitor.read(`${payloads}/${others.payload_reference}/data`)).toEqual({
        status: 'NoMatchingRecord',
        s3_url: null,
      })
      for (const path of [`devices/${others.device_reference}`, `users/${others.device_user_reference}`]) {
        expect((await visitor.api(`/api/admin/v1/${client}/${path}`)).status).toBe(404)
      }
    }
  })

  journey("cannot play with each other's playback address", async ({ newVisitor }) => {
    const [amir, sofia] = [await newVisitor(), await newVisitor()]
    await amir.signIn(client, 'amir.khan')
    await sofia.signIn(client, 'sofia.lind')
    const { payload_reference } = await processedRecording(amir, { client, payload_type: 'Call' })
    await amir.page.goto(`/dashboard/services/calls/${payload_reference}`)
    const dataResponse = amir.page.waitForResponse('**/data?action=play')
    await amir.page.getByRole('button', { name: 'Play', exact: true }).click()
    const { s3_url } = (await (await dataResponse).json()) as { s3_url: string }
    const open = ({ page }: Visitor) => page.evaluate(async (address) => (await fetch(address)).status, s3_url)
    expect(await open(amir)).toBe(200)
    sofia.expectBrowserError(/status of 403/)
    expect(await open(sofia)).toBe(403)
  })
})
