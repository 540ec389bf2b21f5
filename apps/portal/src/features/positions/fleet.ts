import type { ListedPosition } from '@holdfast/contract'

type Position = Pick<ListedPosition, 'device_reference' | 'timestamp'>

/** The latest of these positions of each device, whatever their order is. */
export const latestOfEach = <Each extends Position>(positions: readonly Each[]): Each[] => {
  const latest = new Map<string, Each>()
  for (const position of positions) {
    const known = latest.get(position.device_reference)
    if (!known || Date.parse(known.timestamp) < Date.parse(position.timestamp))
      latest.set(position.device_reference, position)
  }
  return [...latest.values()]
}
