import { expect, test } from 'vitest'
import { ApiError } from '../../shared/api/api-error.ts'
import { reportOf } from './error-report.ts'
import { ReportQueue } from './report-queue.ts'

const now = new Date('2026-03-01T10:00:00.000Z')
const report = reportOf(new TypeError('x'), '/dashboard', now)

/** A queue, the sizes of the batches that were sent, and the statuses that they get. */
const aQueue = (statuses: number[], count: number) => {
  const sent: number[] = []
  const queue = new ReportQueue(async (reports) => {
    sent.push(reports.length)
    return statuses.shift() ?? 200
  })
  for (let added = 0; added < count; added += 1) queue.add(report)
  const dispatch = async (times: number) => {
    for (let time = 0; time < times; time += 1) await queue.dispatch()
    return sent
  }
  return { queue, dispatch }
}

test('a batch has at most 100 reports, and nothing is sent when none waits', async () => {
  expect(await aQueue([], 230).dispatch(5)).toEqual([100, 100, 30])
})

test('429 and 5xx are retried twice, then the batch is given up', async () => {
  expect(await aQueue([429, 503, 200], 1).dispatch(5)).toEqual([1, 1, 1])
  expect(await aQueue([500, 500, 500, 200], 1).dispatch(6)).toEqual([1, 1, 1])
  expect(await aQueue([400], 1).dispatch(3)).toEqual([1])
  expect(await aQueue([0], 1).dispatch(3)).toEqual([1])
})

test.each([403, 404])('%s ends delivery', async (status) => {
  const { queue, dispatch } = aQueue([status], 150)
  await dispatch(3)
  queue.add(report)
  expect(await dispatch(2)).toEqual([100])
})

test('a report has no text of the error, no address and no reference', () => {
  const error = new TypeError('Amelia Hart called +44 20 7946 0958')
  error.stack = 'TypeError: Amelia Hart\n    at f (https://portal.example/assets/shared-Ab1.js:12:3456)'
  expect(reportOf(error, '/dashboard/devices/$device_reference', now)).toEqual({
    at: '2026-03-01T10:00:00.000Z',
    route: '/dashboard/devices/$device_reference',
    message_class: 'TypeError',
    place: 'shared-Ab1.js:12:3456',
  })
  error.name = 'Amelia Hart'
  expect(reportOf(error, '/', now).message_class).toBe('Error')
  expect(reportOf('+44 20 7946 0958', '/', now)).toMatchObject({ message_class: 'unknown', place: null })
  const refused = new ApiError(404, { code: 'request.not_found', message: 'Amelia Hart' })
  refused.stack = ''
  expect(reportOf(refused, '/', now).message_class).toBe('request.not_found')
})
