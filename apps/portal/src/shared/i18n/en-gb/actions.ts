import { type Action, actions as sentences } from '@holdfast/contract'

type ActionMessages = { readonly [A in Action as `action.${A}`]: string }

/** What a role can allow, in the words of the contract. */
export const actions = Object.fromEntries(
  Object.entries(sentences).map(([action, sentence]) => [`action.${action}`, sentence]),
) as unknown as ActionMessages
