import { calls } from '@holdfast/contract'
import type { Page } from 'playwright-core'

/** The row of a request in the staff's list, found by its reason. */
export const requestRow = (page: Page, reason: string) =>
  page.getByRole('row').filter({ has: page.getByText(reason, { exact: true }) })

/** Enters the account of an approved request, found by its reason, and waits until the visit is recorded. */
export const enterVisit = async (page: Page, reason: string): Promise<void> => {
  await page.goto('/internal/support')
  const recorded = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith(calls.enterSupportMode.path),
  )
  await requestRow(page, reason).getByRole('button', { name: 'Enter' }).click()
  await recorded
}
