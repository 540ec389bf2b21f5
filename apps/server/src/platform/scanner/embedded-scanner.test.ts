import { describe, expect, it } from 'vitest'
import { openScanner } from './index.ts'

const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')

async function* inChunksOf(size: number, text: string): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < text.length; at += size) yield Buffer.from(text.slice(at, at + size))
}

const verdictOn = async (text: string, chunkSize = 1024) => (await openScanner()).scan(inChunksOf(chunkSize, text))

describe('the embedded scanner', () => {
  it.each([1, 2, 67, 68, 69, 1024])('finds the EICAR test file in chunks of %i bytes', async (chunkSize) => {
    expect(await verdictOn(`${eicar}\r\n`, chunkSize)).toEqual({ clean: false, finding: 'Eicar-Test-File' })
  })

  it.each([
    ['before it', `\uFEFF \n${eicar}`],
    ['after it', `${eicar}${' '.repeat(5000)}`],
  ])('finds it with other bytes %s', async (_where, text) => {
    expect((await verdictOn(text)).clean).toBe(false)
  })

  it.each([
    ['nothing', ''],
    ['text', 'Good morning'],
    ['the test string cut off', eicar.slice(0, -1)],
    ['a long text that quotes it', `${'-'.repeat(200)}${eicar}`],
  ])('calls %s clean', async (_what, text) => {
    expect(await verdictOn(text)).toEqual({ clean: true })
  })

  it('has a name, and is always ready', async () => {
    const scanner = await openScanner('')
    expect(scanner.name).toBe('embedded')
    await expect(scanner.check()).resolves.toBeUndefined()
  })
})

describe('SCANNER_URL', () => {
  it.each(['clamd:', 'clamd://', 'clamd:relative', 'http://host:1', 'host:3310', 'clamd+unix:'])(
    '%s is refused with one line',
    async (url) => {
      await expect(openScanner(url)).rejects.toThrow('SCANNER_URL must be clamd://host:port or clamd:/path/to/socket')
    },
  )
})
