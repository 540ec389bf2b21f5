import { childrenOf, type SyntaxNode } from './source-files.ts'

/** Functions that compare a column or a set with values. */
const comparing = ['where', 'orWhere', 'having', 'on', 'when', 'eb', 'and', 'or', 'includes', 'has']

/** In SQL: `set state = 'x'`, `then 'x'`, `else 'x'`, `values ('x'`. */
const writtenInSql = /(?:\bset [^']*= |\bthen |\belse |\bvalues \()'(\w+)'/g

/**
 * The strings that code hands on or stores. Strings that only limit what is read are left out: in comparisons and cases, in lists
 * of nothing but strings, in types and as keys.
 */
export const writtenValues = (node: SyntaxNode): string[] => {
  if (node.type === 'StringLiteral') return [String(node.value)]
  if (node.type === 'TemplateElement')
    return [...String(node.cooked).matchAll(writtenInSql)].map(([, value = '']) => value)
  return handedOn(node).flatMap(writtenValues)
}

const handedOn = (node: SyntaxNode): SyntaxNode[] => {
  const children = childrenOf(node)
  const others = children.filter(({ type }) => type !== 'StringLiteral')
  switch (node.type) {
    case 'ImportDeclaration':
      return []
    case 'BinaryExpression':
      return /^[!=]==$/.test(String(node.operator)) ? others : children
    case 'SwitchCase':
      return childrenOf({ consequent: node.consequent })
    case 'KeyValueProperty':
      return childrenOf({ value: node.value })
    case 'ArrayExpression':
      return others.length === 0 ? [] : children
    case 'CallExpression':
      return comparing.includes(calledName(node)) ? others : children
    default:
      return isType(node) ? [] : children
  }
}

const calledName = ({ callee }: SyntaxNode): string => {
  const name = callee as { value?: unknown; property?: { value?: unknown } }
  return String(name.property?.value ?? name.value)
}

/** Expressions such as `x as const` begin with Ts as well, but hold values. */
const isType = ({ type }: SyntaxNode): boolean => /^Ts(?!As|Satisfies|NonNull|Const)/.test(type)
