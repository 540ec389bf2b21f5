import { type ErrorCode, ProductError } from './errors.ts'

/** Which state may follow which. A state without successors is final. */
export interface Transitions<S extends string> {
  readonly allowed: Readonly<Record<S, readonly S[]>>
  /** Staying in a state is not a transition: callers must handle a repeated request before they call this. */
  can(from: S, to: S): boolean
  /** @throws ProductError with the entity's code and `{ from, to }` when the transition is illegal */
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
