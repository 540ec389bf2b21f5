import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { inheritedEnvironment } from '../setup/inherited-environment.ts'
import { type RunningProduct, runProduct } from '../setup/run-product.ts'
import { journey } from './journey.ts'
import { expectPlayback } from './playback.ts'
import { newestRecording } from './recordings.ts'

/** The first start of a new installation, whose demonstration is being filled, with its simulated handsets. */
let home: string
let product: RunningProduct
beforeAll(async () => {
  home = mkdtempSync(path.join(tmpdir(), 'holdfast-new-user-'))
  chmodSync(home, 0o711) // PostgreSQL may run as another user, which has to reach its folder
  product = await runProduct(home, inheritedEnvironment())
})
afterAll(async () => {
  await product?.stop()
  rmSync(home, { recursive: true, force: true })
})

describe('a new user', () => {
  journey(
    'signs in, plays a call that a handset recorded a moment ago, and the recording lists that',
    async ({ newVisitor }) => {
      const visitor = await newVisitor({ origin: product.origin })
      const { page } = visitor
      const began = new Date()

      await page.goto('/')
      await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
      await page.getByLabel('Account identifier').fill('meridian')
      await page.getByRole('button', { name: 'Continue' }).click()
      await visitor.enterPassword('helen.ward')

      await page.getByRole('heading', { level: 1, name: 'Terms of use' }).waitFor()
      await page.getByRole('button', { name: 'Accept the terms' }).click()
      await page.waitForURL('**/dashboard')
      await page.getByRole('heading', { level: 1 }).waitFor()

      await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Calls' }).click()
      // There may be no calls yet.
      await page.getByRole('heading', { level: 1, name: /^Calls/ }).waitFor()
      const recording = await newestRecording(visitor, { client: 'meridian', payload_type: 'Call', since: began })
      await page.reload()
      await page.getByRole('table', { name: 'Calls' }).locator(`a[href*="${recording.payload_reference}"]`).click()

      await expectPlayback(page)

      const access = page.locator('section', { has: page.getByRole('heading', { name: 'Who had access' }) })
      await page.reload()
      await access
        .getByRole('listitem')
        .filter({ hasText: 'helen.ward' })
        .filter({ hasText: 'Began to play' })
        .first()
        .waitFor()

      await visitor.personMenu().click()
      await page.getByRole('button', { name: 'Log out' }).click()
      await page.waitForURL('**/sign-in**')
      expect(await page.evaluate(() => sessionStorage.getItem('holdfast.session'))).toBeNull()
    },
  )
})
