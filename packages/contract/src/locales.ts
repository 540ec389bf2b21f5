import { type Static, Type } from 'typebox'

/** The languages of the portal (rules-and-calls section 9); the first is the default. */
export const locales = ['en-GB', 'pt-BR'] as const
export const Locale = Type.Enum(locales)
export type Locale = Static<typeof Locale>
