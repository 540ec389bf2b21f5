import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { choose } from './choose.ts'
import { closeDemoQueues } from './close-demo-queues.ts'
import { journey } from './journey.ts'
import { waitForRecordings } from './recordings.ts'
import { settled } from './screens.ts'
import type { Visitor } from './visitor.ts'

const client = 'meridian'
const role = 'Supervisor of rates'
const queue = 'Rates of this week'
const desk = 'Rates and FX'

/** An administrator hands over a role that they can't grant, and an officer approves it. */
const supervisorsRole = async (administrator: Visitor, officer: Visitor): Promise<void> => {
  const { page } = administrator
  await page.goto('/dashboard/access/roles/create')
  await page.getByRole('textbox', { name: 'Role', exact: true }).fill(role)
  await page.getByRole('button', { name: /^Supervisor of/ }).click()
  const scope = page.getByRole('group', { name: 'Groups 1' })
  await scope.getByRole('combobox', { name: 'Group', exact: true }).fill(desk)
  await scope.getByRole('combobox', { name: 'Group', exact: true }).press('Tab')
  await page.getByText('1 of 5 groups matches:').waitFor()
  await page.getByRole('textbox', { name: 'Reason' }).fill('Supervision while Ruth is away')
  await page.getByRole('button', { name: 'Send for approval', exact: true }).click()
  await page.waitForURL('**/dashboard/access/role-drafts/*')

  await officer.page.goto('/dashboard/access/role-drafts')
  await officer.page.getByRole('link', { name: role, exact: true }).click()
  await officer.page.getByText('Supervision while Ruth is away', { exact: true }).waitFor()
  await officer.page.getByRole('button', { name: 'Approve and save', exact: true }).click()
  await officer.page.getByRole('heading', { level: 1, name: role }).waitFor()
}

/** The officer gives it to a colleague for a week. */
const givenToTom = async ({ page }: Visitor, tom: Visitor): Promise<void> => {
  await page.goto('/dashboard/access/people?filter[search]=tom.baker')
  await page.getByRole('button', { name: 'Manage tom.baker' }).click()
  const dialog = page.getByRole('dialog', { name: 'Manage tom.baker' })
  await choose(page, 'Give a role', role)
  await choose(page, 'For how long', '1 week')
  await dialog.getByRole('textbox', { name: 'Why' }).fill('In place of Ruth')
  await dialog.getByRole('button', { name: 'Give this role', exact: true }).click()
  await tom.page.getByText(`Helen Ward gave you the role ‘${role}’ for a time`).waitFor()
  await dialog.getByRole('listitem').getByText('In place of Ruth – given by helen.ward').waitFor()
  // What they may do changes while they look.
  await tom.page
    .getByRole('navigation', { name: 'Main navigation' })
    .getByRole('link', { name: 'Review queues' })
    .waitFor()
}

/** The supervisor draws three calls that are all reviewed twice, for a reviewer and the officer in turn. */
const drawQueue = async (supervisor: Visitor): Promise<void> => {
  const { page } = supervisor
  // Nobody can play a call with a personal number, although queues have them.
  const search = { filter: { is_personal_number: 'false', payload_states: ['Processed'] } }
  const saved = await supervisor.api(`/api/admin/v1/${client}/views`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ path: '/dashboard/services/calls', name: 'Calls to play', search, role_reference: null }),
  })
  expect(saved.ok, await saved.text()).toBe(true)
  await page.goto('/dashboard/reviews/queues/create')
  await page.getByRole('textbox', { name: 'Name' }).fill(queue)
  await page.getByRole('combobox', { name: 'Recordings' }).click()
  await page.getByRole('option', { name: 'Calls to play' }).click()
  await page.getByText('A number', { exact: true }).click()
  await page.getByRole('textbox', { name: 'Size of the sample' }).fill('3')
  const reviewers = page.getByRole('combobox', { name: 'Reviewers' })
  for (const person of ['sofia.lind', 'helen.ward']) {
    await reviewers.fill(person)
    await page.keyboard.press('Enter')
  }
  await page.getByLabel('Due').fill(new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10))
  await page.getByRole('textbox', { name: 'Share reviewed twice' }).fill('100')
  await page.getByRole('button', { name: 'Draw the queue' }).click()
  await page.getByText('0 of 3 reviewed').waitFor()
}

const waiting = async (page: Page): Promise<(string | null)[]> => {
  await page.goto('/dashboard/reviews')
  await settled(page)
  const rows = page.getByRole('table', { name: 'My reviews' }).locator('[data-index] a')
  await rows.first().waitFor()
  return rows.evaluateAll((links) => links.map((link) => link.getAttribute('href')))
}

/** Plays it, and marks it as reviewed without a concern, or with this note as a possible breach. */
const review = async (page: Page, address: string | null | undefined, note?: string): Promise<void> => {
  await page.goto(`${address}`)
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await page.getByRole('slider', { name: 'Position' }).waitFor()
  await page.getByRole('button', { name: 'Mark as reviewed' }).click()
  const dialog = page.getByRole('dialog', { name: 'Mark as reviewed' })
  if (note) {
    await dialog.getByRole('radio', { name: 'Possible breach' }).check()
    await dialog.getByRole('textbox', { name: 'Note' }).fill(note)
  }
  await dialog.getByRole('button', { name: 'Mark as reviewed', exact: true }).click()
  await page.getByRole('list', { name: 'Reviews' }).getByRole('listitem').first().waitFor()
}

const passOn = async (page: Page, address: string | null | undefined): Promise<void> => {
  await page.goto(`${address}`)
  await page.getByText('Waits for your review in').waitFor()
  await page.getByRole('button', { name: 'Pass on' }).click()
  const dialog = page.getByRole('dialog', { name: 'Pass on to a colleague' })
  await dialog.getByRole('combobox', { name: 'Colleague' }).fill('helen.ward')
  await page.keyboard.press('Enter')
  await dialog.getByRole('textbox', { name: 'Note' }).fill('I know this client too well')
  await dialog.getByRole('button', { name: 'Pass on' }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** The auditor owns a review of who has access to the desk: what was given for the week is revoked, and the officer takes it away. */
const reviewAccess = async (administrator: Visitor, auditor: Visitor, officer: Visitor): Promise<void> => {
  await administrator.page.goto('/dashboard/access/reviews/schedules')
  await administrator.page.getByRole('button', { name: 'Set up a review', exact: true }).click()
  const form = administrator.page.getByRole('dialog', { name: 'Set up a review' })
  await form.getByRole('combobox', { name: 'Group' }).fill(desk)
  await form.getByRole('combobox', { name: 'Owner' }).fill('grace.lee')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await form.waitFor({ state: 'detached' })

  const { page } = auditor
  const own = `/api/admin/v1/${client}/access_reviews?filter[is_own]=true&query_result_type=total`
  await expect.poll(async () => ((await auditor.read(own)) as { total: number }).total).toBe(1)
  await page.goto('/dashboard/access/reviews?filter[is_own]=true')
  await page.getByRole('link', { name: desk }).click()
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  await page.getByRole('button', { name: 'Certify Sofia Lind' }).click()
  await row('Sofia Lind').getByText('Certified', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Revoke the access of Tom Baker' }).click()
  const revoking = page.getByRole('dialog', { name: 'Revoke the access of Tom Baker' })
  await revoking.getByRole('textbox', { name: 'Note (optional)' }).fill('Ruth is back')
  await revoking.getByRole('button', { name: 'Revoke', exact: true }).click()
  await row('Tom Baker').getByText('still has the role · Ruth is back', { exact: true }).waitFor()

  await officer.page.goto('/dashboard/access/people?filter[search]=tom.baker')
  await officer.page.getByRole('button', { name: 'Manage tom.baker' }).click()
  const dialog = officer.page.getByRole('dialog', { name: 'Manage tom.baker' })
  await dialog.getByRole('button', { name: `End ${role} now`, exact: true }).click()
  const question = dialog.getByRole('group', { name: `End ${role} for tom.baker now?`, exact: true })
  await question.getByRole('button', { name: 'End the role', exact: true }).click()
  await dialog.getByText('In place of Ruth – given by helen.ward').waitFor({ state: 'detached' })

  await page.reload()
  await row('Tom Baker').getByText('the role is gone · Ruth is back', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Certify all the rest', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Certify all the rest', exact: true }).click()
  // A review finishes by itself once everything in it is decided.
  await page.getByText('This review is a record: nothing in it can be changed.').waitFor()

  await administrator.page.getByRole('button', { name: `End the reviews of ${desk}` }).click()
  const ending = administrator.page.getByRole('dialog', { name: `End the reviews of ${desk}` })
  await ending.getByRole('button', { name: 'End', exact: true }).click()
  await ending.waitFor({ state: 'detached' })
}

/** The trail of the account tells what these people did. */
const readTrail = async ({ page }: Visitor, done: readonly (readonly [person: string, did: string])[]) => {
  for (const [person, did] of done) {
    await page.goto(`/dashboard/account/audit?filter[person]=${person}&filter[did][0]=${did}`)
    const row = page.getByRole('table', { name: 'Audit' }).locator('tbody tr').filter({ hasText: 'Done' }).first()
    await row.waitFor()
  }
}

journey(
  'a week of work: five people set up, draw, review, pass on, supervise and check',
  { timeout: 400_000 },
  async ({ newVisitor }) => {
    const people = ['olivia.hart', 'helen.ward', 'tom.baker', 'sofia.lind', 'grace.lee']
    const visitors: Visitor[] = []
    for (const person of people) {
      const visitor = await newVisitor()
      await visitor.signIn(client, person)
      visitors.push(visitor)
    }
    const [administrator, officer, supervisor, reviewer, auditor] = visitors
    if (!administrator || !officer || !supervisor || !reviewer || !auditor) throw new Error('somebody is missing')
    await waitForRecordings(reviewer, { client, payload_type: 'Call' }, 5)
    await closeDemoQueues(officer, client)

    await supervisor.page.goto('/dashboard')
    await supervisorsRole(administrator, officer)
    await givenToTom(officer, supervisor)
    await drawQueue(supervisor)

    const ofReviewer = await waiting(reviewer.page)
    expect(ofReviewer.length).toBe(2)
    const ofOfficer = await waiting(officer.page)
    expect(ofOfficer.length).toBe(1)
    await review(reviewer.page, ofReviewer[0])
    await passOn(reviewer.page, ofReviewer[1])
    await reviewer.page.goto('/dashboard/reviews')
    await reviewer.page.getByText('Nothing waits for you').waitFor()

    // The officer has their own, the second review of the first, and what was passed on.
    expect(new Set(await waiting(officer.page))).toEqual(new Set([...ofOfficer, ...ofReviewer]))
    await review(officer.page, ofReviewer[0])
    await review(officer.page, ofReviewer[1], 'A price is agreed at 0:04')
    await supervisor.page.getByText('1 of 3 reviewed').waitFor()
    for (const state of ['Waiting', 'Second review', 'Reviewed']) {
      await supervisor.page.getByRole('table').getByText(state, { exact: true }).first().waitFor()
    }
    const comment = officer.page.getByRole('textbox', { name: 'Write a comment' })
    await comment.fill('Please compare with the other call @sofia.lind')
    await officer.page.getByRole('button', { name: 'Comment', exact: true }).click()
    await reviewer.page.getByText('Helen Ward mentioned you in a comment').waitFor()

    await supervisor.page.getByRole('button', { name: 'Close the queue' }).click()
    await supervisor.page.getByRole('dialog').getByRole('button', { name: 'Close the queue' }).click()
    await supervisor.page.getByText('Closed with 1 of 3 reviewed').waitFor()
    await supervisor.page.getByRole('table').getByText('Withdrawn', { exact: true }).first().waitFor()
    await supervisor.page.goto('/dashboard/reviews/figures')
    const figures = supervisor.page.getByRole('table', { name: 'Reviews by person' })
    await figures.getByRole('row').filter({ hasText: 'Helen Ward' }).waitFor()

    await reviewAccess(administrator, auditor, officer)

    await readTrail(auditor, [
      ['olivia.hart', 'role_draft.handed_over'],
      ['helen.ward', 'role_draft.approved'],
      ['helen.ward', 'portal_user.role_given'],
      ['tom.baker', 'review_queue.created'],
      ['sofia.lind', 'payload.reviewed'],
      ['sofia.lind', 'review_queue.escalated'],
      ['helen.ward', 'payload.reviewed'],
      ['tom.baker', 'review_queue.closed'],
      ['grace.lee', 'access_review.decided'],
      ['helen.ward', 'portal_user.role_ended'],
      ['grace.lee', 'access_review.finished'],
    ])
  },
)
