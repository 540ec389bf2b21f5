import { Type } from 'typebox'

/** The response of a call that accepts many small items at once: invalid items are refused, the others are accepted. */
export const receivedItems = (what: string) =>
  Type.Object({
    received: Type.Integer({ minimum: 0, description: `${what} that were new` }),
    refused: Type.Optional(
      Type.Array(
        Type.Object({
          index: Type.Integer({ minimum: 0, description: 'Place in the request, from 0' }),
          code: Type.Literal('request.invalid'),
          message: Type.String(),
        }),
        { description: `${what} that break a rule; absent when none does` },
      ),
    ),
  })
