import type { ReactNode } from 'react'

interface Block {
  kind: 'h2' | 'h3' | 'p' | 'ul'
  lines: string[]
}

const kindOf = (line: string): Block['kind'] => {
  if (/^#{3,} /.test(line)) return 'h3'
  if (/^#{1,2} /.test(line)) return 'h2'
  return /^[-*] /.test(line) ? 'ul' : 'p'
}

/** Without the document's own title, which the page already shows. */
const blocksOf = (markdown: string): Block[] =>
  markdown
    .replace(/^\s*# .*\n?/, '')
    .split(/\n\s*\n/)
    .map((part) => part.trim().split('\n'))
    .flatMap((lines) => {
      const kind = kindOf(lines[0] ?? '')
      const isHeading = kind === 'h2' || kind === 'h3'
      if (!isHeading || lines.length === 1) return [{ kind, lines }]
      return [
        { kind, lines: lines.slice(0, 1) },
        { kind: kindOf(lines[1] ?? ''), lines: lines.slice(1) },
      ]
    })

const plain = (line: string): string => line.replace(/^(#+|[-*]) /, '').replaceAll(/\*\*(.+?)\*\*/g, '$1')

const render = ({ kind, lines }: Block): ReactNode => {
  if (kind === 'h2') return <h2>{plain(lines[0] ?? '')}</h2>
  if (kind === 'h3') return <h3>{plain(lines[0] ?? '')}</h3>
  if (kind === 'p') return <p>{lines.map(plain).join(' ')}</p>
  return (
    <ul>
      {lines.map((line) => (
        <li key={line}>{plain(line)}</li>
      ))}
    </ul>
  )
}

/**
 * The terms in Markdown: headings, paragraphs and lists become elements, never HTML. Anything else is shown as it is.
 */
export const MarkdownText = ({ markdown }: { markdown: string }) =>
  blocksOf(markdown).map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the text of one version never changes its order
    <div key={index}>{render(block)}</div>
  ))
