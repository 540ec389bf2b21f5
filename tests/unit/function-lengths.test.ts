import { expect, it } from 'vitest'
import { childrenOf, parse, type SyntaxNode, sourceFiles } from './source-files.ts'

/** Lines of JSX, SQL and objects count: a reader has to read them as well. Biome's own rule leaves JSX out. */
const maxLines = 80

const functions = [
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'ClassMethod',
  'PrivateMethod',
  'Constructor',
  'MethodProperty',
  'GetterProperty',
  'SetterProperty',
]

/** The lines of each function that are not empty, comments included. swc counts bytes, from 1. */
const functionLengths = (node: SyntaxNode, bytes: Buffer): number[] => {
  const within = childrenOf(node).flatMap((child) => functionLengths(child, bytes))
  if (!functions.includes(node.type)) return within
  const { start, end } = node.span as { start: number; end: number }
  const lines = bytes
    .subarray(start - 1, end - 1)
    .toString()
    .split('\n')
  return [lines.filter((line) => line.trim() !== '').length, ...within]
}

it(`no function of the product has more than ${maxLines} lines`, () => {
  const files = sourceFiles(['apps/*/src/**/*.{ts,tsx}', 'packages/*/src/**/*.{ts,tsx}', 'scripts/**/*.{ts,mjs}'])
  const long = files.flatMap(({ file, text, tree }) =>
    functionLengths({ ...tree }, Buffer.from(text))
      .filter((lines) => lines > maxLines)
      .map((lines) => `${file}: ${lines} lines`),
  )
  expect(files.length).toBeGreaterThan(1000)
  expect(long).toEqual([])
})

it('counts JSX, strings and comments of nested functions, without empty lines', () => {
  const text = 'const é = () => {\n  // why\n\n  return <a>\n    {() =>\n      1}\n  </a>\n}'
  expect(functionLengths({ ...parse(text, true) }, Buffer.from(text))).toEqual([7, 2])
})
