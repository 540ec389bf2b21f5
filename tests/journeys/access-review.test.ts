import { expect } from 'vitest'
import { choose } from './choose.ts'
import { journey } from './journey.ts'

const client = 'meridian'
const group = 'Corporate Coverage'
const base = `/api/admin/v1/${client}`

interface Reviews {
  items: { group_reference: string; review_reference: string }[]
}

journey(
  'access to a group is reviewed: one person is certified, another loses their role, and the record stays',
  async ({ visitor, newVisitor }) => {
    const [grace, olivia] = [await newVisitor(), await newVisitor()]
    // Whatever her open screen reads when the role ends.
    grace.expectBrowserError(/status of 403/)
    await grace.signIn(client, 'grace.lee')
    await grace.page.goto('/dashboard')
    const calls = grace.page
      .getByRole('navigation', { name: 'Main navigation' })
      .getByRole('link', { name: 'Calls', exact: true })

    const { page } = visitor
    await visitor.signIn(client, 'ruth.castellan')
    // The history of the demonstration gives roles to the same people, and takes some away.
    const requests = async () => ((await visitor.read(`${base}/access_requests`)) as { items: unknown[] }).items.length
    await expect.poll(requests).toBeGreaterThan(0)
    await page.goto('/dashboard/access/people?filter[search]=grace')
    await page.getByRole('button', { name: 'Manage grace.lee' }).click()
    const person = page.getByRole('dialog', { name: 'Manage grace.lee' })
    await choose(page, 'Give a role', 'Reviewer')
    await person.getByRole('textbox', { name: 'Why' }).fill('Cover')
    await person.getByRole('button', { name: 'Give this role', exact: true }).click()
    await calls.waitFor()
    const during = new Date().toISOString()

    await olivia.signIn(client, 'olivia.hart')
    await olivia.page.goto('/dashboard/access/reviews/schedules')
    await olivia.page.getByRole('button', { name: 'Set up a review', exact: true }).click()
    const form = olivia.page.getByRole('dialog', { name: 'Set up a review' })
    await form.getByRole('combobox', { name: 'Group' }).fill(group)
    await form.getByRole('combobox', { name: 'Owner' }).fill('ruth.castellan')
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await form.waitFor({ state: 'detached' })

    const own = `${base}/access_reviews?filter[is_own]=true`
    const drawn = async () =>
      ((await visitor.read(own)) as Reviews).items.filter((review) => review.group_reference === group)
    await expect.poll(drawn).toHaveLength(1)
    await page.goto('/dashboard/access/reviews?filter[is_own]=true')
    await page.getByRole('link', { name: group }).click()
    await page.getByText('Everybody who could find or open recordings of the group').waitFor()
    // An administrator looks on.
    await olivia.page.goto(new URL(page.url()).pathname)
    await olivia.page.getByRole('button', { name: 'Certify Ruth Castellan' }).waitFor()
    await page.getByRole('button', { name: 'Certify Olivia Hart' }).click()
    const row = (name: string) => page.getByRole('row').filter({ hasText: name })
    await row('Olivia Hart').getByText('Certified', { exact: true }).waitFor()
    // Two rows at once. Nobody decides on their own access, so one of them is refused.
    for (const name of ['Helen Ward', 'Ruth Castellan']) {
      await page.getByRole('checkbox', { name: `Select ${name}` }).click()
    }
    const bar = page.getByRole('region', { name: 'Selection' })
    await bar.getByText('2 selected').waitFor()
    await bar.getByRole('button', { name: 'Certify', exact: true }).click()
    const several = page.getByRole('dialog', { name: 'Certify 2 rows' })
    await several.getByText('1 of 2 will be refused.').waitFor()
    await several.getByRole('textbox', { name: 'Note (optional)' }).fill('Both lead desks')
    await several.getByRole('button', { name: 'Certify', exact: true }).click()
    await bar.getByText('1 done, 1 refused').waitFor()
    await row('Helen Ward').getByText('Both lead desks', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Revoke the access of Grace Lee' }).click()
    const revoking = page.getByRole('dialog', { name: 'Revoke the access of Grace Lee' })
    await revoking.getByRole('textbox', { name: 'Note (optional)' }).fill('Back to audit')
    await revoking.getByRole('button', { name: 'Revoke', exact: true }).click()
    await row('Grace Lee').getByText('the role is gone · Back to audit', { exact: true }).waitFor()
    await olivia.page.getByRole('row').filter({ hasText: 'Grace Lee' }).getByText('Back to audit').waitFor()
    await calls.waitFor({ state: 'detached' })
    await row('Ruth Castellan').getByText('Yours: an account administrator decides', { exact: true }).waitFor()

    await page.getByRole('button', { name: 'Finish', exact: true }).click()
    await page.getByRole('dialog', { name: 'Finish' }).getByRole('button', { name: 'Finish', exact: true }).click()
    await page.getByText('This review is a record: nothing in it can be changed.').waitFor()
    expect(await page.getByRole('button', { name: /^Certify/ }).count()).toBe(0)

    await olivia.page.getByText('This review is a record: nothing in it can be changed.').waitFor()
    // The auditor, who decided nothing, reads who decided what on whom.
    await grace.page.goto('/dashboard/account/audit?filter[person]=ruth.castellan&filter[did][0]=access_review.decided')
    await grace.page.getByRole('table', { name: 'Audit' }).locator('tbody tr').first().getByRole('link').first().click()
    await grace.page.getByText('Back to audit', { exact: true }).first().waitFor()
    await grace.page.getByText('Revoked', { exact: true }).first().waitFor()
    expect(await grace.page.getByRole('main').getByText('grace.lee').count()).toBeGreaterThan(0)

    await page.goto(`/dashboard/access/history?filter[people][0]=grace.lee&filter[at]=${during}`)
    await row(group).getByText('Reviewer', { exact: true }).waitFor()
    await page.goto('/dashboard/access/history?filter[people][0]=grace.lee')
    await page
      .getByText('Nothing matches', { exact: false })
      .or(page.getByText('Nobody', { exact: true }))
      .first()
      .waitFor()

    await olivia.page.goto('/dashboard/access/reviews/schedules')
    await olivia.page.getByRole('button', { name: `End the reviews of ${group}` }).click()
    const ending = olivia.page.getByRole('dialog', { name: `End the reviews of ${group}` })
    await ending.getByRole('button', { name: 'End', exact: true }).click()
    await ending.waitFor({ state: 'detached' })
  },
)
