import { type ValidationMessageId, validationMessages } from '@holdfast/contract'

/** The contract's English validation messages. */
export const validation = Object.fromEntries(
  Object.entries(validationMessages).map(([id, message]) => [`validation.${id}`, message]),
) as Record<`validation.${ValidationMessageId}`, string>
