import decodeQR from 'qr/decode.js'
import { expect, test } from 'vitest'
import { qrPath } from './qr-path.ts'

const pixelsOfModule = 8

/** The drawn code as the picture that a camera would take. */
const picture = ({ size: modules, path }: ReturnType<typeof qrPath>) => {
  const dark = new Set([...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${x} ${y}`))
  const size = modules * pixelsOfModule
  const data = new Uint8Array(size * size * 4).fill(255)
  for (let pixel = 0; pixel < size * size; pixel++) {
    const x = Math.floor((pixel % size) / pixelsOfModule)
    const y = Math.floor(pixel / size / pixelsOfModule)
    if (dark.has(`${x} ${y}`)) data.fill(0, pixel * 4, pixel * 4 + 3)
  }
  return { width: size, height: size, data }
}

test.each([
  ['a person of an account', 'https://holdfast.example.com', 'ana.reis'],
  ['the longest reference, of any script', 'https://holdfast.department.example.com:8443', '王'.repeat(60)],
])('an app reads %s from the code', (_name, origin, device_user_reference) => {
  const content = JSON.stringify({
    origin,
    client: 'northwind',
    enrolment_secret: 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8',
    device_user_reference,
  })
  expect(decodeQR(picture(qrPath(content)))).toBe(content)
})
