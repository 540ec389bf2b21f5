import { parse } from 'content-disposition'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dispositionOf, downloadName } from './download-name.ts'

describe('the name of a download', () => {
  it.each([
    ['01KAQW', 'audio/amr', '01KAQW.amr'],
    ['01KAQW', 'audio/mpeg', '01KAQW.mp3'],
    ['01KAQW', 'audio/mp4', '01KAQW.m4a'],
    ['01KAQW', 'image/heic', '01KAQW.heic'],
    ['01KAQW', 'video/3gpp', '01KAQW.3gp'],
    ['01KAQW', 'application/json', '01KAQW.json'],
    ['01KAQW', '', '01KAQW.bin'],
    ['dragonfly.JPEG', 'image/jpeg', 'dragonfly.JPEG'],
    ['song.mpga', 'audio/mpeg', 'song.mpga'],
    ['invoice.pdf', 'image/jpeg', 'invoice.pdf.jpg'],
    ['page.html', 'application/octet-stream', 'page.html.bin'],
    ['notas de reunião.txt', 'text/plain', 'notas de reunião.txt'],
    ['../../etc/passwd', 'text/plain', '_.._etc_passwd.txt'],
    ['exe\u202egpj.scr', 'image/jpeg', 'exe_gpj.scr.jpg'],
    ['a\r\nb"c\0', 'image/png', 'a__b_c_.png'],
    ['CON', 'text/plain', '_CON.txt'],
    ['com1.txt', 'text/plain', '_com1.txt'],
    ['COM¹.txt', 'text/plain', '_COM¹.txt'],
    ['NUL .txt', 'text/plain', '_NUL .txt'],
    ['CONIN$', 'text/plain', '_CONIN$.txt'],
    ['contract.txt', 'text/plain', 'contract.txt'],
    ['. .', 'image/png', '_.png'],
    ['\ud800', 'image/png', '\ufffd.png'],
  ])('%j of %s is %j', (name, type, saved) => expect(downloadName(name, type)).toBe(saved))

  it('is safe and keeps its extension in every browser, whatever a sender wrote', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
        const saved = downloadName(name, 'image/png')
        expect(saved).toMatch(/^[^\p{Cc}\p{Cf}/\\:*?"<>|.][^\p{Cc}\p{Cf}/\\:*?"<>|]*\.a?png$/u)
        const header = dispositionOf('attachment', saved)
        expect(parse(header)).toEqual({ type: 'attachment', parameters: expect.objectContaining({ filename: saved }) })
        expect(header).toMatch(/filename="?[A-Za-z0-9._-]+\.a?png"?/)
      }),
    )
  })
})
