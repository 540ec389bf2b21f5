import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type Module, parseSync } from '@swc/core'

/** A file of ours, with its syntax tree. */
export interface SourceFile {
  /** From the root of the repository. */
  file: string
  text: string
  tree: Module
}

const root = path.resolve(import.meta.dirname, '../..')

/** The files that match, without tests, as swc reads them. */
export const sourceFiles = (patterns: readonly string[]): SourceFile[] =>
  globSync([...patterns], { cwd: root })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .map((file) => {
      const text = readFileSync(path.join(root, file), 'utf8')
      return { file, text, tree: parse(text, file.endsWith('x')) }
    })

export const parse = (text: string, tsx = false): Module =>
  parseSync(text, { syntax: 'typescript', tsx, target: 'esnext' })

/** A node of a syntax tree. */
export interface SyntaxNode {
  type: string
  [field: string]: unknown
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

/** The nodes directly below a node, also those that swc wraps in objects without a type, such as arguments. */
export const childrenOf = (node: object): SyntaxNode[] =>
  Object.values(node).flatMap((value) =>
    isNode(value) ? [value] : typeof value === 'object' && value !== null ? childrenOf(value) : [],
  )
