import { type Action, actions as sentences } from '@holdfast/contract'

type ActionMessages = { readonly [A in Action as `action.${A}`]: string }

/** The actions that a role can allow, as the contract describes them. */
export const actions = Object.fromEntries(
  Object.entries(sentences).map(([action, sentence]) => [`action.${action}`, sentence]),
) as unknown as ActionMessages
