import { type TSchema, Type } from 'typebox'

/** A value that is always present and may be null, so that an unknown value never looks like a forgotten one. */
export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

/** Makes an object schema refuse unknown fields: for bodies and queries. */
export const closed = { additionalProperties: false } as const
