import { Type } from 'typebox'
import type { ErrorCode } from './errors.ts'

/**
 * Why an item is refused by itself: it breaks a rule, or the device does not have the service that it belongs to. Sending it again
 * changes nothing.
 */
const receivedItemRefusals = ['request.invalid', 'device.service_off'] as const satisfies readonly ErrorCode[]

/** The response of a call that accepts many small items at once: invalid items are refused, the others are accepted. */
export const receivedItems = (what: string) =>
  Type.Object({
    received: Type.Integer({ minimum: 0, description: `${what} that were new` }),
    refused: Type.Optional(
      Type.Array(
        Type.Object({
          index: Type.Integer({ minimum: 0, description: 'Place in the request, from 0' }),
          code: Type.Enum(receivedItemRefusals),
          message: Type.String(),
        }),
        { description: `${what} that are not kept; absent when all are` },
      ),
    ),
  })
