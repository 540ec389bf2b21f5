import { calls } from '@holdfast/contract'
import { expect } from 'vitest'
import { journey } from './journey.ts'

/** More than the library needs to load and draw, even on a busy machine. */
const waitOptions = { timeout: 60_000 }

const showBroadcasts = (): void => {
  new BroadcastChannel('test').onmessage = ({ data }) => document.body.append(`received ${data}`)
}

journey(
  'the reference shows every call, keeps to its content security policy, and can reach nothing of the portal',
  async ({ visitor }) => {
    const { page } = visitor
    await visitor.signIn('meridian', 'amir.khan')
    const reference = await page.context().newPage()
    const problems: string[] = []
    reference.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
    reference.on('pageerror', (error) => problems.push(String(error)))
    reference.on(
      'response',
      (response) => response.status() >= 400 && problems.push(`${response.status()} ${response.url()}`),
    )
    const asked: string[] = []
    reference.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await reference.goto('/reference')

    for (const { summary } of Object.values(calls)) {
      await reference
        .getByText(summary)
        .first()
        .waitFor({ state: 'attached', ...waitOptions })
    }
    expect(problems).toEqual([])
    expect(new Set(asked)).toEqual(
      new Set([
        '/reference',
        '/reference/storage.js',
        '/reference/js/scalar.js',
        '/reference/start.js',
        '/openapi.json',
      ]),
    )

    visitor.expectBrowserError(/CORS policy|ERR_FAILED/)
    const access = await reference.evaluate(async () => {
      const reasonOf = (read: () => unknown): string => {
        try {
          return `reached ${read()}`
        } catch (error) {
          return (error as Error).name
        }
      }
      const call = await fetch('/api/admin/v1/meridian/profile', { credentials: 'include' }).then(
        ({ status }) => `answered ${status}`,
        (error: Error) => error.name,
      )
      return {
        origin: self.origin,
        cookie: reasonOf(() => document.cookie),
        database: reasonOf(() => indexedDB.open('any')),
        call,
      }
    })
    expect(access).toEqual({
      origin: 'null',
      cookie: 'SecurityError',
      database: 'SecurityError',
      call: 'TypeError',
    })

    // Messages between the portal's tabs do not reach the reference.
    await reference.evaluate(showBroadcasts)
    const [receiver, sender] = [await visitor.openTab(), page]
    for (const tab of [receiver, sender]) await tab.goto('/')
    await receiver.evaluate(showBroadcasts)
    await sender.evaluate(() => new BroadcastChannel('test').postMessage('a session'))
    await receiver.getByText('received a session').waitFor()
    expect(await reference.getByText('received a session').count()).toBe(0)
  },
)
