/** How many bytes browsers search for markup to determine what an untyped file is (WHATWG MIME Sniffing: 1,445 bytes). */
const sniffedBytes = 1445
const pdfHeaderBytes = 1024

/** Files that run when they are opened, by the types that file-type gives them. */
const executables =
  /msdownload|portable-executable|x-elf|x-mach-binary|java-vm|java-archive|wasm|android\.package-archive|shockwave|x-msi|x-ms-shortcut|x-apple-alias|chrome-extension|x-deb|x-rpm/

/**
 * Why content could act as something other than its type, or `undefined`. `head` and `tail` are its first and last 64 KiB.
 * The patterns are long enough that compressed media does not contain them by chance.
 */
export const activeContentProblem = (head: Buffer, tail: Buffer, mediaType: string): string | undefined => {
  if (executables.test(mediaType)) return `It is executable (${mediaType})`
  if (isShellScript(head)) return 'It is a script'
  if (beginsAsMarkup(head)) return 'It is HTML, SVG or a script'
  const isMedia = /^(audio|image|video)\//.test(mediaType)
  if (isMedia && [head, tail].some(containsScript)) return 'Markup or a script is hidden in it'
  if (isMedia && head.subarray(0, pdfHeaderBytes).includes('%PDF-')) return 'A PDF is hidden in it'
  if (isMedia && endsAsZip(tail)) return 'A ZIP archive is hidden in it'
  return undefined
}

/** `#!AMR` begins a recording, any other `#!` a script. */
const isShellScript = (head: Buffer): boolean =>
  head.toString('latin1', 0, 2) === '#!' && head.toString('latin1', 0, 5) !== '#!AMR'

const beginsAsMarkup = (head: Buffer): boolean => {
  const start = head.subarray(0, sniffedBytes).toString('utf8')
  return /^\s*</.test(start) && /<(?:!doctype\s+html|html|svg|script|iframe|\?php)\b/i.test(start)
}

const containsScript = (bytes: Buffer): boolean =>
  /<script[\s>]|<!doctype\s+html|<\?php\s/i.test(bytes.toString('latin1')) ||
  /<(?:svg|html|iframe)[\s>]/i.test(bytes.toString('latin1', 0, sniffedBytes))

/** An end-of-central-directory record whose comment ends exactly where the file ends (APPNOTE 4.3.16). */
const endsAsZip = (tail: Buffer): boolean => {
  for (let at = tail.lastIndexOf('PK\x05\x06', undefined, 'latin1'); at >= 0; ) {
    if (at + 22 <= tail.length && at + 22 + tail.readUInt16LE(at + 20) === tail.length) return true
    at = at === 0 ? -1 : tail.lastIndexOf('PK\x05\x06', at - 1, 'latin1')
  }
  return false
}
