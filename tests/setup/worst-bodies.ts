import { type CallDeclaration, calls, fullPath, limits } from '@holdfast/contract'

export interface WorstBody {
  call: string
  what: string
  method: string
  address: string
  body: Buffer
}

const many = (bytes: number, open: string, item: string, close: string): string =>
  open +
  item.repeat(Math.floor((bytes - open.length - close.length - item.length) / item.length)) +
  item.slice(0, -1) +
  close

/** Bodies of a given length, each expensive for another step: parsing, checking lengths, listing errors, or storing. */
const shapes: Record<string, (bytes: number, list: string) => string> = {
  'empty items': (bytes, list) => many(bytes, `{"${list}":[`, '{},', ']}'),
  'one long text': (bytes, list) => `{"${list}":[{"content":"${'A'.repeat(bytes - 50)}"}]}`,
  'half of a text': (bytes, list) => `{"${list}":["${'\\"'.repeat(bytes / 2 - 50)}"`,
  'many names': (bytes) => {
    const names = Array.from({ length: Math.floor(bytes / 14) }, (_, at) => `"n${at}":{}`)
    return `{${names.join()}}`
  },
  'one name many times': (bytes) => many(bytes, '{', '"items":1,', '}'),
  'lists in lists': (bytes) => '['.repeat(bytes / 2) + ']'.repeat(bytes / 2),
  prototypes: (bytes) => many(bytes, '{"items":[', '{"__proto__":{"a":1}},', ']}'),
}

const hasWorst = ({ action, body }: CallDeclaration): boolean =>
  (action === 'public' || action === 'device') && body !== undefined

/**
 * The worst bodies of every public and device call, as long as the call allows, and of 12 MiB.
 * @param reference for calls with a reference in their path
 * @param most bytes of a body: longer ones are as long as this
 */
export const worstBodies = (reference: string, most: number = limits.maxRegistrationBodyBytes): WorstBody[] =>
  Object.entries(calls as Record<string, CallDeclaration>)
    .filter(([, call]) => hasWorst(call))
    .flatMap(([name, call]) => {
      const address = fullPath(call)
        .replace(/\{client\}/, 'northwind')
        .replace(/\{\w+\}/g, reference)
      const own = Math.min(call.maxBodyBytes ?? limits.maxSmallBodyBytes, most)
      return [...new Set([own, most])].flatMap((bytes) =>
        Object.entries(shapes).map(([what, shape]) => ({
          call: name,
          what: `${what}, ${bytes} bytes`,
          method: call.method,
          address,
          body: bodyOf(what, shape, bytes, bytes === own ? (call.itemByItem ?? 'items') : 'items'),
        })),
      )
    })

const made = new Map<string, Buffer>()

/** Shared by all senders, because a copy for each of 50 would fill the memory. */
const bodyOf = (what: string, shape: (bytes: number, list: string) => string, bytes: number, list: string): Buffer => {
  const key = `${what} ${bytes} ${list}`
  const body = made.get(key) ?? Buffer.from(shape(bytes, list))
  made.set(key, body)
  return body
}
