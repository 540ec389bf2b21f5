/**
 * Names of the specification that the server does not use yet, each with the number of the issue that will use it. A unit test
 * fails when one of them is used or another one is not. This file imports nothing, because actions.ts reads it.
 */

/** Actions that no call asks for. */
export const plannedActions = {
  'migrations:read': 34,
  'migrations:write': 34,
} as const satisfies Record<`${string}:${string}`, number>

/** States that nothing but the demonstration writes. */
export const plannedStates = {} as const satisfies Record<`${string}State ${string}`, number>
