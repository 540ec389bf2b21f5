import { type ErrorCode, ProductError } from './errors.ts'

/** Which state may follow which. A state that leads nowhere is final. */
export interface Transitions<S extends string> {
  readonly allowed: Readonly<Record<S, readonly S[]>>
  /** Staying where one is isn't a move: callers answer a repeated request before they ask. */
  can(from: S, to: S): boolean
  /** @throws ProductError with the noun's code and `{ from, to }` when the move is illegal */
  assert(from: S, to: S): void
}

export const transitions = <S extends string>(
  allowed: Readonly<Record<S, readonly S[]>>,
  code: ErrorCode,
): Transitions<S> => {
  const can = (from: S, to: S) => allowed[from].includes(to)
  return {
    allowed,
    can,
    assert: (from, to) => {
      if (!can(from, to)) throw new ProductError(code, { from, to })
    },
  }
}
