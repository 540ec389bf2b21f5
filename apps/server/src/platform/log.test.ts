import { describe, expect, it } from 'vitest'
import { openLog } from './log.ts'

const logged = (write: (log: ReturnType<typeof openLog>) => void): string => {
  let lines = ''
  write(openLog('info', { write: (line) => (lines += line) }))
  return lines
}

describe('an error in the log', () => {
  it('has its message and stack, and none of the objects attached to it', () => {
    const client = { password: 'hunter2', secretKey: 7, connectionParameters: { password: 'hunter2' } }
    const error = Object.assign(new Error('Connection terminated'), { code: '57P01', client, detail: 'hunter2' })
    const text = logged((log) => log.warn({ err: error }, 'broke'))
    expect(JSON.parse(text)).toMatchObject({
      msg: 'broke',
      err: { type: 'Error', message: 'Connection terminated', code: '57P01', stack: expect.stringContaining('at ') },
    })
    expect(text).not.toMatch(/hunter2|secretKey|client/)
  })

  it('is written in the same way under another name, as a cause, and alone', () => {
    const inner = Object.assign(new Error('inner'), { client: 'hunter2' })
    const outer = Object.assign(new Error('outer', { cause: inner }), { client: 'hunter2' })
    const text = logged((log) => {
      log.warn({ error: outer })
      log.warn({ err: outer })
      log.error(outer)
    })
    expect(text).toContain('"cause":{"type":"Error","message":"inner"')
    expect(text).not.toContain('hunter2')
  })

  it('contains addresses without their passwords', () => {
    const text = logged((log) =>
      log.error({ err: new Error('cannot reach postgres://holdfast_app:hunter2@db:5432/x') }, 'down'),
    )
    expect(text).toContain('postgres://…@db:5432/x')
    expect(text).not.toContain('hunter2')
  })

  it('is left out when it is not an error', () => {
    expect(logged((log) => log.error({ err: { password: 'hunter2' } }, 'odd'))).not.toContain('hunter2')
  })
})
