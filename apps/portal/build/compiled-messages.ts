import { pathToFileURL } from 'node:url'
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import type { Plugin } from 'vite'

const catalogue = /\/src\/shared\/i18n\/([a-z]{2}-[a-z]{2})\/(?:index|editing|refusals)\.ts$/
const parser = '@formatjs/icu-messageformat-parser'

const isPlain = (elements: readonly MessageFormatElement[]): boolean =>
  elements.length === 1 && elements[0]?.type === TYPE.literal

/** A catalogue whose messages are what react-intl would make of their texts. */
export const catalogueSource = (messages: Readonly<Record<string, string>>): string => {
  const entries = Object.entries(messages).map(([id, message]) => {
    const elements = parse(message)
    const value = isPlain(elements) ? `plain(${JSON.stringify(message)})` : JSON.stringify(elements)
    return `${JSON.stringify(id)}: ${value}`
  })
  return `const plain = (value) => [{ type: ${TYPE.literal}, value }]\nexport const messages = {\n${entries.join(',\n')}\n}\n`
}

/** Reads the messages while building, and leaves the parser of their texts out of the built portal. */
export const compiledMessages = (): Plugin => ({
  name: 'compiled-messages',
  apply: 'build',
  enforce: 'pre',
  resolveId(id, importer) {
    return id === parser ? this.resolve(`${parser}/no-parser.js`, importer) : null
  },
  async load(id) {
    if (!catalogue.test(id)) return null
    const { messages } = (await import(pathToFileURL(id).href)) as { messages: Record<string, string> }
    return catalogueSource(messages)
  },
})
