import { type TSchema, Type } from 'typebox'

/** A value that is always present and may be null, so that "not known" and "forgotten" never look alike. */
export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

/** An object that refuses unknown fields: bodies and queries. */
export const closed = { additionalProperties: false } as const
