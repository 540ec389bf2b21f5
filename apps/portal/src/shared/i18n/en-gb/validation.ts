import { type ValidationMessageId, validationMessages } from '@holdfast/contract'

/** The contract says them in English; every language says each of them. */
export const validation = Object.fromEntries(
  Object.entries(validationMessages).map(([id, message]) => [`validation.${id}`, message]),
) as Record<`validation.${ValidationMessageId}`, string>
